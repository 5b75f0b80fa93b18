import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { fliptOfrep } from '@pennon/proto';
import { bulkShortcut, flagShortcut } from './ofrep.shortcuts';

const { EvaluateBulkRequestSchema, EvaluateFlagRequestSchema } = fliptOfrep;

const text = fc.string({ unit: 'binary' });
// The library keeps maps in plain objects, which have no room for this name.
const contextKey = text.filter((key) => key !== '__proto__');
const context = fc.dictionary(contextKey, text);

const plainRequest = fc.record({ key: text, context, unknownMember: fc.jsonValue() }, { requiredKeys: [] });

describe('the shortcuts of OFREP', () => {
  it('read a plain request as the general way does', () => {
    fc.assert(
      fc.property(plainRequest, (request) => {
        const json = JSON.parse(JSON.stringify(request)) as JsonValue & object;
        const options = { ignoreUnknownFields: true };
        expect(flagShortcut.decode(json)).toEqual(fromJson(EvaluateFlagRequestSchema, json, options));
        expect(bulkShortcut.decode(json)).toEqual(fromJson(EvaluateBulkRequestSchema, json, options));
      }),
    );
  });

  it.each([
    ['a context value that is no text', { context: { age: 5 } }],
    ['a context that is null', { context: null }],
    ['a context that is a list', { context: ['a'] }],
    ['a list', []],
    ['null', null],
    ['a text', 'context'],
  ])('leave %s to the general way', (_, json) => {
    expect([flagShortcut.decode(json), bulkShortcut.decode(json)]).toEqual([undefined, undefined]);
  });

  it.each([{ key: 5 }, { key: null }])('leave the key of %j to the general way', (json) => {
    expect(flagShortcut.decode(json)).toBeUndefined();
  });
});
