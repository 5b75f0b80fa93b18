import { create, fromBinary, toBinary, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import type { BinaryShortcut } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { runs } from '../../../../test/support/size';
import { batchBinary, booleanBinary, variantBinary } from './evaluation.binary';

const {
  BatchEvaluationRequestSchema,
  BatchEvaluationResponseSchema,
  BooleanEvaluationResponseSchema,
  ErrorEvaluationResponseSchema,
  EvaluationRequestSchema,
  EvaluationResponseSchema,
  EvaluationResponseType: Type,
  VariantEvaluationResponseSchema,
} = fliptEvaluation;

/** Text of any length: with a length of one byte and of several, of one byte a letter and of several. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', minLength: 30, maxLength: 300 }),
  fc.nat(20_000).map((length) => 'a'.repeat(length)),
);
const reason = fc.constantFrom(0, 1, 2, 3);
const requestDurationMillis = fc.oneof(fc.constantFrom(0, -0), fc.double());
const timestamp = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 253_402_300_799 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([seconds, nanos]) => ({ seconds: BigInt(seconds), nanos })),
  { nil: undefined },
);
const answered = {
  reason,
  requestId: text,
  requestDurationMillis,
  flagKey: text,
  segmentKeys: fc.array(text),
};

const booleanAnswer = fc
  .tuple(fc.record({ ...answered, enabled: fc.boolean() }), timestamp)
  .map(([answer, moment]) =>
    create(BooleanEvaluationResponseSchema, moment === undefined ? answer : { ...answer, timestamp: moment }),
  );

const variantAnswer = fc
  .tuple(
    fc.record({ ...answered, match: fc.boolean(), variantKey: text, variantAttachment: text }),
    timestamp,
  )
  .map(([answer, moment]) =>
    create(VariantEvaluationResponseSchema, moment === undefined ? answer : { ...answer, timestamp: moment }),
  );

const errorAnswer = fc
  .record({ flagKey: text, namespaceKey: text, reason: fc.constantFrom(0, 1) })
  .map((answer) => create(ErrorEvaluationResponseSchema, answer));

const entry = fc
  .tuple(
    fc.constantFrom(
      Type.VARIANT_EVALUATION_RESPONSE_TYPE,
      Type.BOOLEAN_EVALUATION_RESPONSE_TYPE,
      Type.ERROR_EVALUATION_RESPONSE_TYPE,
    ),
    fc.oneof(
      booleanAnswer.map((value) => ({ case: 'booleanResponse' as const, value })),
      variantAnswer.map((value) => ({ case: 'variantResponse' as const, value })),
      errorAnswer.map((value) => ({ case: 'errorResponse' as const, value })),
      fc.constant({ case: undefined }),
    ),
  )
  .map(([type, response]) => create(EvaluationResponseSchema, { type, response }));

const batchAnswer = fc
  .record({ requestId: text, responses: fc.array(entry), requestDurationMillis })
  .map((answer) => create(BatchEvaluationResponseSchema, answer));

// Messages are made as they are sent, and the library sends no half of a surrogate pair.
const wellFormed = text.map((raw) => raw.toWellFormed());
const plainRequest = fc.record({
  requestId: wellFormed,
  namespaceKey: wellFormed,
  flagKey: wellFormed,
  entityId: wellFormed,
  context: fc.dictionary(wellFormed, wellFormed),
  reference: wellFormed,
});

const plainBatch = fc.record({
  requestId: wellFormed,
  requests: fc.array(plainRequest),
  reference: wellFormed,
});

function expectSameBytes<O extends DescMessage>(
  schema: O,
  shortcut: BinaryShortcut<never, O>,
  answer: MessageShape<O>,
): void {
  expect(shortcut.encode(answer).equals(toBinary(schema, answer))).toBe(true);
}

/** What comes of decoding; undefined when it fails. */
function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

function expectSameRequest<I extends DescMessage>(
  schema: I,
  shortcut: BinaryShortcut<I, never>,
  bytes: Uint8Array,
): void {
  const quick = decoded(() => shortcut.decode(bytes));
  if (quick !== undefined) expect(quick).toEqual(decoded(() => fromBinary(schema, bytes)));
}

describe('the binary shortcuts of evaluation', () => {
  it('read a request as the general way does', () => {
    fc.assert(
      fc.property(plainRequest, (request) => {
        const bytes = toBinary(EvaluationRequestSchema, create(EvaluationRequestSchema, request));
        const general = fromBinary(EvaluationRequestSchema, bytes);
        expect(variantBinary.decode(bytes)).toEqual(general);
        expect(booleanBinary.decode(bytes)).toEqual(general);
      }),
    );
  });

  it('read a batch as the general way does', () => {
    fc.assert(
      fc.property(plainBatch, (batch) => {
        const bytes = toBinary(BatchEvaluationRequestSchema, create(BatchEvaluationRequestSchema, batch));
        expect(batchBinary.decode(bytes)).toEqual(fromBinary(BatchEvaluationRequestSchema, bytes));
      }),
    );
  });

  it('read no damaged message otherwise than the general way does', () => {
    const small = fc.record({ flagKey: fc.string(), context: fc.dictionary(fc.string(), fc.string()) });
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(small, damage, fc.nat(), (request, changes, cut) => {
        const bytes = toBinary(EvaluationRequestSchema, create(EvaluationRequestSchema, request));
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
        for (const damaged of [bytes, bytes.subarray(0, cut % (bytes.length + 1))]) {
          expectSameRequest(EvaluationRequestSchema, variantBinary, damaged);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('read no damaged batch otherwise than the general way does', () => {
    const small = fc.record({
      requests: fc.array(
        fc.record({ entityId: fc.string(), context: fc.dictionary(fc.string(), fc.string()) }),
      ),
    });
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(small, damage, fc.nat(), (batch, changes, cut) => {
        const bytes = toBinary(BatchEvaluationRequestSchema, create(BatchEvaluationRequestSchema, batch));
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
        for (const damaged of [bytes, bytes.subarray(0, cut % (bytes.length + 1))]) {
          expectSameRequest(BatchEvaluationRequestSchema, batchBinary, damaged);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['a field it does not know', '3a0161'],
    ['the name of a prototype', '2a0e0a095f5f70726f746f5f5f120161'],
    ['a property without a value', '2a030a0161'],
    ['a value before its name', '2a061201610a0162'],
  ])('leave %s to the general way', (_, hex) => {
    expect(decoded(() => variantBinary.decode(Buffer.from(hex, 'hex')))).toBeUndefined();
  });

  it('write boolean answers byte by byte as the general way does', () => {
    fc.assert(
      fc.property(booleanAnswer, (answer) => {
        expectSameBytes(BooleanEvaluationResponseSchema, booleanBinary, answer);
      }),
    );
  });

  it('write variant answers byte by byte as the general way does', () => {
    fc.assert(
      fc.property(variantAnswer, (answer) => {
        expectSameBytes(VariantEvaluationResponseSchema, variantBinary, answer);
      }),
    );
  });

  it('write batches byte by byte as the general way does', () => {
    fc.assert(
      fc.property(batchAnswer, (answer) => {
        expectSameBytes(BatchEvaluationResponseSchema, batchBinary, answer);
      }),
    );
  });
});
