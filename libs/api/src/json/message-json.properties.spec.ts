import {
  create,
  equals,
  ScalarType,
  type DescField,
  type DescMessage,
  type Message,
} from '@bufbuild/protobuf';
import { StructSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import {
  BatchEvaluationRequestSchema as NewBatchEvaluationRequestSchema,
  BatchEvaluationRequestSchema,
  CreateConstraintRequestSchema,
  CreateDistributionRequestSchema,
  CreateFlagRequestSchema,
  CreateRolloutRequestSchema,
  CreateRuleRequestSchema,
  ListRolloutRequestSchema,
  OrderRulesRequestSchema,
  UpdateFlagRequestSchema,
} from '@pennon/proto';
import { messageFromJson, messageToJson } from './message-json';
import { parseJson } from './parse-json';

const MAX_DEPTH = 10;

const text = fc.string({ unit: 'grapheme' });

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** Neither NaN, which equals nothing, nor -0, which JSON writes as 0. */
const float = fc.float({ noNaN: true }).map((value) => value + 0);

const metadata = fc
  .dictionary(text, fc.jsonValue({ maxDepth: 3 }))
  .map((object) => JSON.parse(JSON.stringify(object)) as object);

/** Any message of a type, made field by field from its descriptor. */
function anyMessage(type: DescMessage): fc.Arbitrary<Message> {
  const members = type.members.map((member): [string, fc.Arbitrary<unknown>] =>
    member.kind === 'oneof'
      ? [member.localName, fc.oneof(fc.constant({ case: undefined }), ...member.fields.map(anyMember))]
      : [member.localName, anyValue(member)],
  );
  return fc.record(Object.fromEntries(members)).map((values) => create(type, values));
}

function anyMember(field: DescField): fc.Arbitrary<unknown> {
  const value = field.message === undefined ? anyValue(field) : anyMessage(field.message);
  return fc.record({ case: fc.constant(field.localName), value });
}

function anyValue(field: DescField): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case 'scalar':
      return anyScalar(field.scalar);
    case 'enum':
      return fc.oneof(fc.constantFrom(...field.enum.values.map(({ number }) => number)), int32);
    case 'map':
      return fc.dictionary(text, text);
    case 'list':
      return fc.array<unknown>(anyItem(field), { maxLength: 3 });
    case 'message':
      if (field.message.typeName === StructSchema.typeName) return fc.option(metadata, { nil: undefined });
      return fc.option(anyMessage(field.message), { nil: undefined });
  }
}

function anyItem({ message }: DescField): fc.Arbitrary<unknown> {
  return message === undefined ? text : anyMessage(message);
}

function anyScalar(type: ScalarType): fc.Arbitrary<unknown> {
  if (type === ScalarType.INT32) return int32;
  if (type === ScalarType.FLOAT) return float;
  return type === ScalarType.BOOL ? fc.boolean() : text;
}

describe('a message written as JSON and read again', () => {
  it.each<DescMessage>([
    CreateFlagRequestSchema,
    UpdateFlagRequestSchema,
    CreateRuleRequestSchema,
    OrderRulesRequestSchema,
    CreateDistributionRequestSchema,
    CreateRolloutRequestSchema,
    CreateConstraintRequestSchema,
    ListRolloutRequestSchema,
    BatchEvaluationRequestSchema,
    NewBatchEvaluationRequestSchema,
  ])('is the same message, pretty or not: $typeName', (type) => {
    fc.assert(
      fc.property(anyMessage(type), fc.boolean(), (message, pretty) => {
        const json = messageToJson(type, message, pretty);
        const again = messageFromJson(type, parseJson(json), MAX_DEPTH);
        expect({ json, isEqual: equals(type, again, message) }).toEqual({ json, isEqual: true });
      }),
    );
  });
});
