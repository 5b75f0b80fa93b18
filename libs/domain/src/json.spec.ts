import fc from 'fast-check';
import { compactJsonText, isJsonText, parseJsonText } from './json';

const jsonTexts = fc.tuple(fc.jsonValue(), fc.constantFrom('', ' ', '\t', ' \n ')).map(
  // A value printed with every indent, and in strings the characters that a scanner could trip over.
  ([value, indent]) => JSON.stringify({ value, 'a "b\\': ' \\" \t' }, undefined, indent),
);

describe('isJsonText', () => {
  it.each(['{}', ' [1, 2] ', '"a"', 'null', '0', 'true', '{"a":{"a":1,"a":2}}'])('holds for %s', (text) => {
    expect(isJsonText(text)).toBe(true);
  });

  it.each(['', ' ', '{', "{'a':1}", '{"a":1,}', '{} {}', 'undefined', '\ufeff{}', 'NaN', '01', '"\t"'])(
    'does not hold for %j',
    (text) => {
      expect(isJsonText(text)).toBe(false);
    },
  );
});

describe('parseJsonText', () => {
  it('tells the value null from a text that is none', () => {
    expect(parseJsonText('null')).toBeNull();
    expect(parseJsonText('nil')).toBeUndefined();
  });
});

describe('compactJsonText', () => {
  it.each([
    ['{ "b" : 1.0,\r\n\t"a" : [ 1E3, 12345678901234567890 ] }', '{"b":1.0,"a":[1E3,12345678901234567890]}'],
    ['{"a": 1, "a": 2}', '{"a":1,"a":2}'],
    ['[ "\\u00e9", "\\/", " a  b " ]', '["\\u00e9","\\/"," a  b "]'],
    ['[ "\\"", " " ]', '["\\""," "]'],
    ['[ "\\\\", " " ]', '["\\\\"," "]'],
    ['{"hex":"#f60"}', '{"hex":"#f60"}'],
    ['', ''],
  ])('turns %j into %j', (text, compact) => {
    expect(compactJsonText(text)).toBe(compact);
  });

  it('keeps the meaning and is idempotent', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const compact = compactJsonText(text);
        expect(JSON.parse(compact)).toEqual(JSON.parse(text));
        expect(compactJsonText(compact)).toBe(compact);
        expect(compact).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ' ', '\n', 'a', '{') }), (text) => {
        const compact = compactJsonText(text);
        expect(compact.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        expect(compactJsonText(compact)).toBe(compact);
      }),
    );
  });
});
