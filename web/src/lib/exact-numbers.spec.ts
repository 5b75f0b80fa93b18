import fc from 'fast-check';
import { hasExactNumbers, isExact } from './exact-numbers';

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
