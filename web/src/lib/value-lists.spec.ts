import { firstColumn, inConstraints, splitValues } from './value-lists';

test.each([
  ['DE, FR;NL\tBE\nLU', ['DE', 'FR', 'NL', 'BE', 'LU']],
  ['["DE", "a, b", 3]', ['DE', 'a, b', '3']],
  ['[DE, FR', ['[DE', 'FR']],
  [' , ', []],
])('pasting %j gives %j', (text, values) => {
  expect(splitValues(text).values).toEqual(values);
});

test('duplicates are merged and counted', () => {
  expect(splitValues('a,b,a,c', ['c'])).toEqual({ values: ['a', 'b'], duplicates: 2 });
});

test('a file gives its first column', () => {
  expect(firstColumn('DE,Germany\r\n"a, b",x\n\nFR')).toEqual(['DE', 'a, b', 'FR']);
});

test('more than 100 values go into several constraints', () => {
  const values = Array.from({ length: 250 }, (_, index) => String(index));
  expect(inConstraints(values).map(({ length }) => length)).toEqual([100, 100, 50]);
});
