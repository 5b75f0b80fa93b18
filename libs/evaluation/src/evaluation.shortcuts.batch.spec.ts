import { create, fromJson, toJson, type JsonValue } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { messageToBinary, messageToJson } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { anEvaluationResult } from '../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../test/support/known-length';
import { runs } from '../../../test/support/size';
import { BatchAnswer } from './batch-answer';
import { batchShortcut } from './evaluation.shortcuts';
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

const item = fc.record({
  requestId: fc.oneof(fc.constant(''), text),
  namespaceKey: text,
  flagKey: text,
  entityId: text,
  context: fc.constant({}),
});

const evaluatedItem: fc.Arbitrary<EvaluatedItem> = fc.record({
  item,
  result: fc.option(anEvaluationResult, { nil: undefined }),
});

const timing = fc.record({
  requestDurationMillis: fc.double({ min: 0, max: 1e9, noNaN: true }),
  epochMs: fc.nat(999).map((ms) => 1_763_683_200_000 + ms),
});

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

  it('reads items that differ in their flags as it reads all others', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '{', '}', '[', ']', ':', ',', '/', ' ') });
    const anyText = fc.oneof(
      plain,
      text,
      fc.constantFrom('flagKey', 'requests', 'requestId', '{"flagKey":"a"}'),
    );
    const context = fc.dictionary(fc.oneof(plain, fc.constantFrom('flagKey', 'requests')), anyText);
    const members = {
      namespaceKey: anyText,
      entityId: anyText,
      context,
      requestId: anyText,
      flags: fc.jsonValue(),
    };
    const alike = fc.record(members, { requiredKeys: [] });
    const anItem = fc.tuple(alike, fc.oneof(plain, anyText), fc.boolean());
    const outside = fc.record(
      { requestId: anyText, reference: anyText, other: anyText },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        anItem,
        fc.array(fc.oneof(plain, anyText), { minLength: 1 }),
        outside,
        fc.boolean(),
        fc.constantFrom(undefined, 1),
        fc.option(fc.tuple(fc.nat(), fc.constantFrom('"', '\\', ',', '{', '}', ']', ' ', '"flagKey":"x",'))),
        ([item, flagKey, isFirst], flagKeys, around, isAround, indent, damage) => {
          const items = [flagKey, ...flagKeys].map((key) =>
            isFirst ? { flagKey: key, ...item } : { ...item, flagKey: key },
          );
          const batch = isAround ? { ...around, requests: items } : { requests: items, ...around };
          let body = JSON.stringify(batch, undefined, indent);
          if (damage !== null) {
            const at = damage[0] % body.length;
            body = body.slice(0, at) + damage[1] + body.slice(at);
          }
          const read = batchShortcut.read?.(body);
          if (read === undefined) return;
          const json = JSON.parse(body) as JsonValue;
          expect(read).toEqual(fromJson(BatchEvaluationRequestSchema, json, { ignoreUnknownFields: true }));
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  const asked = {
    namespaceKey: 'default',
    flagKey: 'a',
    entityId: 'me',
    context: { plan: 'team', age: '5' },
  };

  it.each([
    ['as JavaScript writes it', JSON.stringify({ requests: [asked, { ...asked, flagKey: 'b' }] })],
    [
      'as Python writes it',
      JSON.stringify({ requests: [asked, { ...asked, flagKey: 'b' }] }, undefined, 1).replaceAll(
        /\n */g,
        ' ',
      ),
    ],
    [
      'indented',
      JSON.stringify({ requestId: 'r', requests: [asked, { ...asked, flagKey: '' }, asked] }, undefined, 2),
    ],
    [
      'with members behind the items',
      JSON.stringify({ requests: [asked, asked], requestId: 'r', reference: 'x' }),
    ],
  ])('reads items that differ in their flags without parsing each of them: %s', (_, body) => {
    const general = fromJson(BatchEvaluationRequestSchema, JSON.parse(body) as JsonValue);
    expect(batchShortcut.read?.(body)).toEqual(general);
    const [first, second] = batchShortcut.read?.(body)?.requests ?? [];
    expect(second?.context).toBe(first?.context);
  });

  it.each([
    ['one item', [asked]],
    ['no items', []],
    ['another entity', [asked, { ...asked, entityId: 'you' }]],
    ['a property more', [asked, { ...asked, context: { ...asked.context, country: 'CH' } }]],
    [
      'another order',
      [asked, { flagKey: 'b', namespaceKey: 'default', entityId: 'me', context: asked.context }],
    ],
    ['a key with a quote', [asked, { ...asked, flagKey: '"' }]],
    ['a key that is not ASCII', [asked, { ...asked, flagKey: 'é' }]],
    ['a property called flagKey', [asked, asked].map((one) => ({ ...one, context: { flagKey: 'x' } }))],
    ['a number for a property', [asked, asked].map((one) => ({ ...one, context: { age: 5 } }))],
    ['no flag at all', [{ entityId: 'me' }, { entityId: 'me' }]],
    ['a flag in the context alone', [{ context: { flagKey: '' } }, { context: { flagKey: 'b' } }]],
  ])('leaves it to the parser when there is %s', (_, requests) => {
    expect(batchShortcut.read?.(JSON.stringify({ requests }))).toBeUndefined();
  });

  it.each([
    ['something behind it', '{"requests":[{"flagKey":"a"},{"flagKey":"b"}]} x'],
    ['other items', '{"requests":[{"flagKey":"a"},{"flagKey":"b"}],"requests":[]}'],
    ['items of another member', '{"others":[{"flagKey":"a"},{"flagKey":"b"}],"requests":[]}'],
    ['an unfinished item', '{"requests":[{"flagKey":"a"},{"flagKey":"b"'],
    ['an unfinished list', '{"requests":[{"flagKey":"a"},{"flagKey":"b"}'],
    ['a comma too many', '{"requests":[{"flagKey":"a"},{"flagKey":"b"},]}'],
    ['a line break in a key', '{"requests":[{"flagKey":"a"},{"flagKey":"b\n"}]}'],
  ])('leaves a text to the parser that has %s', (_, body) => {
    expect(batchShortcut.read?.(body)).toBeUndefined();
  });

  it.each([
    ['a snake_case name', { flag_key: 'a' }],
    ['a null', { flagKey: null }],
    ['a number', { entityId: 5 }],
    ['a context value that is no text', { context: { age: 5 } }],
    ['a context that is null', { context: null }],
    ['a list', []],
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
        expect(answer.json()).toBe(JSON.stringify(json));
        expectKnownLength(answer);
      }),
    );
  });
});

it.each<[string, Partial<EvaluatedItem['item']>, string | undefined, boolean]>([
  ['a plain batch', {}, 'a', true],
  ['an item with an id', { requestId: 'item' }, 'a', true],
  ['an id beyond ASCII', { requestId: 'é' }, 'a', false],
  ['a flag beyond ASCII', {}, 'é', false],
  ['a missing flag', {}, undefined, false],
])('the answer to a batch knows whether it is ASCII: %s', (_, asked, flagKey, isAscii) => {
  const plain = { requestId: '', namespaceKey: '', flagKey: 'a', entityId: 'me', context: {} };
  const result =
    flagKey === undefined
      ? undefined
      : ({
          type: 'boolean',
          flagKey,
          isEnabled: true,
          reason: 'match',
          basis: 'split',
          segmentKeys: [],
        } as const);
  const items = [{ item: { ...plain, ...asked }, result }];
  const answer = new BatchAnswer('id', items, { requestDurationMillis: 0, epochMs: 0 });
  answer.json();
  expect(answer.isAscii).toBe(isAscii);
});

describe('the answer to a batch', () => {
  it('has the message for those who want messages', () => {
    fc.assert(
      fc.property(batch, ({ answer, message }) => {
        const type = BatchEvaluationResponseSchema;
        expect(messageToJson(type, answer.message(), true)).toBe(messageToJson(type, message, true));
        expect(messageToBinary(type, answer.message()).equals(messageToBinary(type, message))).toBe(true);
      }),
    );
  });
});
