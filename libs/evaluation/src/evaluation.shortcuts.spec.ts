import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { fliptEvaluation } from '@pennon/proto';
import { singleShortcut } from './evaluation.shortcuts';

const { EvaluationRequestSchema } = fliptEvaluation;

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

describe('the shortcut of single questions', () => {
  it('reads a plain request as the general way does', () => {
    fc.assert(
      fc.property(plainRequest, (request) => {
        const json = JSON.parse(JSON.stringify(request)) as JsonValue & object;
        const general = fromJson(EvaluationRequestSchema, json, { ignoreUnknownFields: true });
        expect(singleShortcut.decode(json)).toEqual(general);
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
    ['null', null],
    ['a text', 'flagKey'],
  ])('leaves %s to the general way', (_, json) => {
    expect(singleShortcut.decode(json)).toBeUndefined();
  });
});
