import type { ImportChange } from './import-change';
import { cutLine, describeChange, lineCount, sentenceCount, sentencesOf } from './plan-lines';

const fields = [
  { field: 'name', from: '"Colour"', to: '"Hue"' },
  { field: 'enabled', from: 'false', to: 'true' },
];

const cases: readonly (readonly [change: ImportChange, sentences: readonly string[]])[] = [
  [
    { kind: 'flag', action: 'update', key: 'colour', fields },
    ['~ flag colour, name: "Colour" → "Hue"', '~ flag colour, enabled: false → true'],
  ],
  [{ kind: 'segment', action: 'create', key: 'dutch' }, ['+ segment dutch']],
  [{ kind: 'namespace', action: 'delete', key: 'shop' }, ['- namespace shop']],
  [
    { kind: 'rule', action: 'update', id: 'r1', flagKey: 'colour', rank: 2, fields: fields.slice(0, 1) },
    ['~ flag colour, rule 2, name: "Colour" → "Hue"'],
  ],
];

it.each(cases)('%j is told in lines that stand alone, and in lines below each other', (change, sentences) => {
  expect([...sentencesOf(change)]).toEqual(sentences);
  expect(sentenceCount(change)).toBe(sentences.length);
  expect([...describeChange(change)]).toHaveLength(lineCount(change));
});

it('a line is cut between characters', () => {
  expect(cutLine('abc', 3)).toBe('abc');
  expect(cutLine('abcd', 3)).toBe('abc…');
  expect(cutLine('ab🏁', 3)).toBe('ab\ufffd…');
});
