import fc from 'fast-check';
import { exactJson, exactJsonText, hasExactNumbers, isExact, sameExactJson } from '.';

const same = (left: string, right: string): boolean => sameExactJson(exactJson(left), exactJson(right));

test('JSON is read and written with all digits of its numbers', () => {
  const text =
    '{"n1":"n1","s":"s\\":2","big":[9007199254740993,-1.0,1e400,{}],"__proto__":{"a":null},"t":true}';
  expect(exactJsonText(exactJson(text))).toBe(text);
  expect(() => exactJson('[1-2]')).toThrow(SyntaxError);
});

test('any JSON is read as by the parser of the language', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      expect(JSON.parse(exactJsonText(exactJson(text)))).toEqual(JSON.parse(text));
      expect(same(text, JSON.stringify(JSON.parse(text), undefined, 2))).toBe(true);
    }),
  );
});

test.each([
  ['9007199254740993', '9007199254740992', false],
  ['{"a":1.0,"b":[]}', '{ "b": [], "a": 10e-1 }', true],
  ['0', '-0.0', true],
  ['1', '"1"', false],
  ['null', '{}', false],
  ['[]', '{}', false],
  ['[1]', '[1,null]', false],
  ['{"a":null}', '{"b":null}', false],
  ['{"a":null}', '{}', false],
])('that %s and %s mean the same is %s', (left, right, isSame) => {
  expect(same(left, right)).toBe(isSame);
  expect(same(right, left)).toBe(isSame);
});

test.each([
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['1152921504606847000', true],
  // The same double, which comes back with other digits.
  ['1152921504606846976', false],
  ['1e+21', true],
  ['.5', true],
  ['+0.10', true],
  ['0', true],
  ['-0', true],
  ['0.1000000000000000055', false],
  ['1e400', false],
  ['1e-400', false],
  ['1e99999999999999999999', false],
  ['0x10', false],
  ['', false],
])('that %s is saved as it is written is %s', (text, expected) => {
  expect(isExact(text)).toBe(expected);
});

test('every number of the language is saved as it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => isExact(String(number))),
  );
});

test('only numbers count, not texts and names that look like some', () => {
  expect(hasExactNumbers('{"9007199254740993":"9007199254740993","a":[1]}')).toBe(true);
  expect(hasExactNumbers('{"a":[9007199254740993]}')).toBe(false);
});
