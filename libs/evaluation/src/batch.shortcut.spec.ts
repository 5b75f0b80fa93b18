import { create, fromJson, toJson, type JsonValue } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { fliptEvaluation, messageToBinary, messageToJson } from '@pennon/api';
import { compileSnapshot, SNAPSHOT_FORMAT_VERSION } from '@pennon/snapshot';
import { BatchAnswer } from './batch-answer';
import { batchShortcut } from './batch.shortcut';
import { presentItem, type EvaluatedItem } from './evaluate-item';

const { BatchEvaluationRequestSchema, BatchEvaluationResponseSchema } = fliptEvaluation;

const text = fc.string({ unit: 'binary' });
// The library keeps maps in plain objects, which have no room for this name.
const contextKey = text.filter((key) => key !== '__proto__');

const plainRequest = fc.record(
  {
    requestId: text,
    namespaceKey: text,
    flagKey: text,
    entityId: text,
    context: fc.dictionary(contextKey, text),
    reference: text,
    unknownMember: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const snapshot = compileSnapshot({
  formatVersion: SNAPSHOT_FORMAT_VERSION,
  namespaceKey: 'shop',
  revision: 1,
  segments: [],
  flags: [],
});

const item = fc.record({
  requestId: fc.oneof(fc.constant(''), text),
  namespaceKey: text,
  flagKey: text,
  entityId: text,
  context: fc.constant({}),
});
const segmentKeys = fc.array(text);

const evaluatedItem: fc.Arbitrary<EvaluatedItem> = fc.oneof(
  item.map((asked) => ({ type: 'missing' as const, item: asked })),
  fc
    .record({ isEnabled: fc.boolean(), reason: fc.constantFrom('match', 'default'), segmentKeys })
    .chain((result) =>
      item.map((asked) => ({ type: 'boolean', item: asked, flagKey: asked.flagKey, snapshot, result })),
    ),
  fc
    .record({
      isMatch: fc.boolean(),
      reason: fc.constantFrom('unknown', 'flag-disabled', 'match', 'default'),
      variantKey: text,
      attachment: text,
      segmentKeys,
    })
    .chain((result) =>
      item.map((asked) => ({ type: 'variant', item: asked, flagKey: asked.flagKey, snapshot, result })),
    ),
) as fc.Arbitrary<EvaluatedItem>;

const timing = fc
  .record({ requestDurationMillis: fc.double({ min: 0, max: 1e9, noNaN: true }), ms: fc.nat(999) })
  .map(({ requestDurationMillis, ms }) => ({
    requestDurationMillis,
    timestamp: {
      $typeName: 'google.protobuf.Timestamp' as const,
      seconds: 1_763_683_200n,
      nanos: ms * 1_000_000,
    },
  }));

/** An answer, and the message that it stands for. */
const batch = fc.tuple(text, fc.array(evaluatedItem), timing).map(([requestId, items, taken]) => ({
  answer: new BatchAnswer(requestId, items, taken),
  message: create(BatchEvaluationResponseSchema, {
    requestId,
    responses: items.map((evaluated) => presentItem(evaluated, taken)),
    requestDurationMillis: taken.requestDurationMillis,
  }),
}));

describe('the shortcut of batches', () => {
  it('reads a plain batch as the general way does', () => {
    fc.assert(
      fc.property(fc.array(plainRequest), (requests) => {
        const json = JSON.parse(JSON.stringify({ requests })) as JsonValue & object;
        const general = fromJson(BatchEvaluationRequestSchema, json, { ignoreUnknownFields: true });
        expect(batchShortcut.decode(json)).toEqual(general);
      }),
    );
  });

  it.each([
    ['a snake_case name', { flag_key: 'a' }],
    ['a null', { flagKey: null }],
    ['a number', { entityId: 5 }],
    ['a context value that is no text', { context: { age: 5 } }],
    ['a context that is null', { context: null }],
    ['a list', []],
    ['half of a surrogate pair', { entityId: '\ud800' }],
    ['half of a surrogate pair as a name', { context: { '\ud800': '' } }],
    ['null', null],
    ['a text', 'flagKey'],
  ])('leaves a batch with %s to the general way', (_, json) => {
    expect(batchShortcut.decode({ requests: [{ flagKey: 'a' }, json] })).toBeUndefined();
  });

  it('leaves a batch whose items are no list to the general way', () => {
    expect(batchShortcut.decode({ requests: { 0: { flagKey: 'a' } } })).toBeUndefined();
  });

  it('writes answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(batch, ({ answer, message }) => {
        const json = toJson(BatchEvaluationResponseSchema, message, { alwaysEmitImplicit: true });
        expect(batchShortcut.encode(answer)).toBe(JSON.stringify(json));
        expect(batchShortcut.encode(message)).toBe(JSON.stringify(json));
      }),
    );
  });
});

describe('the answer to a batch', () => {
  it('is a message like any other to those who want messages', () => {
    fc.assert(
      fc.property(batch, ({ answer, message }) => {
        const type = BatchEvaluationResponseSchema;
        expect(messageToJson(type, answer, true)).toBe(messageToJson(type, message, true));
        expect(messageToBinary(type, answer).equals(messageToBinary(type, message))).toBe(true);
      }),
    );
  });
});
