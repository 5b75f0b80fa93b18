import {
  create,
  ScalarType,
  toBinary,
  type DescField,
  type DescMessage,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import { StructSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';

/** How deep messages lie in messages. */
const MAX_DEPTH = 3;

const texts = fc.oneof(
  fc.constantFrom('', 'default', 'a', '__proto__', '..', '{"a":1}', '0'),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
);

/** Far more numbers than have a meaning. */
const enumValues = fc.integer({ min: -2, max: 9 });

const integers = fc.oneof(fc.integer({ min: -3, max: 101 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31)));

const longIntegers = fc.oneof(
  fc.bigInt({ min: -3n, max: 2n ** 32n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n)),
);

const structs = fc.dictionary(texts, fc.jsonValue(), { maxKeys: 4, noNullPrototype: true });

/** The bytes of a message whose fields hold anything of their types, or nothing. */
export function randomMessages(type: DescMessage): fc.Arbitrary<Uint8Array> {
  const values = valuesOf(type, 1) as fc.Arbitrary<MessageInitShape<DescMessage>>;
  return values.map((value) => toBinary(type, create(type, value)));
}

/** The same, with some of the bytes replaced, added or left out. */
export function damagedMessages(type: DescMessage): fc.Arbitrary<Uint8Array> {
  return fc
    .record({ bytes: randomMessages(type), at: fc.nat(100), by: fc.uint8Array({ maxLength: 4 }) })
    .map(({ bytes, at, by }) => Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + 1)]));
}

function valuesOf(type: DescMessage, depth: number): fc.Arbitrary<unknown> {
  if (type.typeName === StructSchema.typeName) return structs;
  const members = type.fields
    .filter(({ oneof }) => oneof === undefined)
    .map((field) => [field.localName, fieldValues(field, depth)] as const);
  const oneofs = type.oneofs.map(({ localName, fields }) => {
    const cases = fields.map((field) =>
      fc.record({ case: fc.constant(field.localName), value: fieldValues(field, depth) }),
    );
    return [localName, fc.oneof(...cases)] as const;
  });
  return fc.record(Object.fromEntries([...members, ...oneofs]), { requiredKeys: [] });
}

function fieldValues(field: DescField, depth: number): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarValues(field.scalar);
    case 'enum':
      return enumValues;
    case 'message':
      return depth === MAX_DEPTH ? fc.constant({}) : valuesOf(field.message, depth + 1);
    case 'map':
      return mapValues(field);
    case 'list':
      return fc.array<unknown>(itemValues(field, depth), { maxLength: depth === MAX_DEPTH ? 0 : 4 });
  }
}

function itemValues(field: DescField & { fieldKind: 'list' }, depth: number): fc.Arbitrary<unknown> {
  switch (field.listKind) {
    case 'scalar':
      return scalarValues(field.scalar);
    case 'enum':
      return enumValues;
    case 'message':
      return valuesOf(field.message, depth + 1);
  }
}

function mapValues(field: DescField & { fieldKind: 'map' }): fc.Arbitrary<unknown> {
  if (field.mapKind !== 'scalar') throw new Error(`no request has a map of ${field.mapKind}s`);
  return fc.dictionary(texts, scalarValues(field.scalar), { maxKeys: 4, noNullPrototype: true });
}

function scalarValues(type: ScalarType): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.INT32:
      return integers;
    case ScalarType.INT64:
      return longIntegers;
    case ScalarType.FLOAT:
      return fc.float();
    case ScalarType.DOUBLE:
      return fc.double();
    case ScalarType.STRING:
      return texts;
    default:
      throw new Error(`no request has a field of type ${ScalarType[type]}`);
  }
}
