import { type Json } from '@pennon/domain';
import { normaliseOfrepJson } from './normalise-ofrep-json';

const dialects = ['flipt', 'openfeature'] as const;

const refused = 'invalid values for key(s) in json body';

describe.each(dialects)('an OFREP body in the dialect %s', (dialect) => {
  function contextOf(context: Json): Json {
    return (normaliseOfrepJson({ context }, dialect) as { context: Json }).context;
  }

  it.each<[string, Json, string]>([
    ['a whole number', 42, '42'],
    ['a negative fraction', -0.5, '-0.5'],
    ['a large number', 1e21, '1e+21'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['null', null, ''],
    ['a text', 'pro', 'pro'],
    ['the empty text', '', ''],
  ])('has text for %s', (_, value, text) => {
    expect(contextOf({ targetingKey: 'me', property: value })).toEqual({
      targetingKey: 'me',
      property: text,
    });
  });

  it('has the named flags as one text, also when they come as a list', () => {
    expect(contextOf({ flags: ['a', 'b'] })).toEqual({ flags: 'a,b' });
  });

  it('keeps the members beside the context', () => {
    expect(normaliseOfrepJson({ key: 'a', context: { age: 5 } }, dialect)).toEqual({
      key: 'a',
      context: { age: '5' },
    });
  });

  it('keeps a name that objects inherit as it is sent', () => {
    const json = JSON.parse('{"context":{"__proto__":5,"constructor":true}}') as Json;
    const names = JSON.stringify(normaliseOfrepJson(json, dialect));
    expect(names).toBe('{"context":{"__proto__":"5","constructor":"true"}}');
  });

  it.each<[string, Json]>([
    ['no context', {}],
    ['a context that is null', { context: null }],
    ['a context of texts', { context: { a: 'b' } }],
  ])('is left alone when there is nothing to do: %s', (_, json) => {
    expect(normaliseOfrepJson(json, dialect)).toBe(json);
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a list', []],
    ['a text', 'context'],
    ['a number', 5],
    ['a context that is a list', { context: [] }],
    ['a context that is a text', { context: 'a' }],
  ])('is refused when it is %s', (_, json) => {
    expect(() => normaliseOfrepJson(json, dialect)).toThrow(refused);
  });
});

describe('an object or a list in an OFREP context', () => {
  const values: [string, Json, string][] = [
    ['an object', { a: [1, null] }, '{"a":[1,null]}'],
    ['a list', ['a', 'b'], '["a","b"]'],
    ['an empty list', [], '[]'],
  ];

  it.each(values)('is refused in the dialect flipt: %s', (_, value) => {
    expect(() => normaliseOfrepJson({ context: { value } }, 'flipt')).toThrow(refused);
  });

  it.each(values)('becomes its JSON text in the dialect openfeature: %s', (_, value, text) => {
    expect(normaliseOfrepJson({ context: { value } }, 'openfeature')).toEqual({ context: { value: text } });
  });

  it('is no list of flags unless it holds nothing but texts', () => {
    expect(() => normaliseOfrepJson({ context: { flags: ['a', 5] } }, 'flipt')).toThrow(refused);
    expect(normaliseOfrepJson({ context: { flags: ['a', 5] } }, 'openfeature')).toEqual({
      context: { flags: '["a",5]' },
    });
  });

  it('is refused when it is nested too deeply to be written', () => {
    const levels = 200_000;
    const value = JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
    expect(() => normaliseOfrepJson({ context: { value } }, 'openfeature')).toThrow(refused);
  });
});
