import fc from 'fast-check';
import { lineDifference } from './line-difference';

function shown(before: string, after: string): string {
  return lineDifference(Array.from(before), Array.from(after))
    .map(({ sign, text }) => `${sign}${text}`)
    .join('|');
}

test.each([
  ['', '', ''],
  ['abc', 'abc', ' a| b| c'],
  ['', 'ab', '+a|+b'],
  ['ab', '', '-a|-b'],
  ['abc', 'axc', ' a|-b|+x| c'],
  ['abcabba', 'cbabac', '-a|-b| c|+b| a| b|-b| a|+c'],
  ['aab', 'ab', ' a|-a| b'],
])('%p and %p', (before, after, lines) => {
  expect(shown(before, after)).toBe(lines);
});

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

/** Length of the longest common subsequence, by its definition. */
function common(before: readonly string[], after: readonly string[]): number {
  let row: readonly number[] = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [index, other] of after.entries()) {
      const best = Math.max(row[index + 1] ?? 0, next[index] ?? 0);
      next.push(line === other ? (row[index] ?? 0) + 1 : best);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('holds both texts, and as many lines of both as there can be', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const difference = lineDifference(before, after);
      const without = (sign: string): readonly string[] =>
        difference.filter((line) => line.sign !== sign).map(({ text }) => text);
      expect(without('+')).toEqual(before);
      expect(without('-')).toEqual(after);
      expect(difference.filter(({ sign }) => sign === ' ')).toHaveLength(common(before, after));
    }),
  );
});

test('long texts with little in common take no time that grows with the square', () => {
  const before = Array.from({ length: 50_000 }, (_, index) => `old ${index}`);
  const after = Array.from({ length: 50_000 }, (_, index) => `new ${index}`);
  const difference = lineDifference(['same', ...before, 'end'], ['same', ...after, 'end']);
  expect(difference).toHaveLength(100_002);
  expect(difference[1]).toEqual({ sign: '-', text: 'old 0' });
});
