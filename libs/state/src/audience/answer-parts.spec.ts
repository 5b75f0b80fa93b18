import fc from 'fast-check';
import { bucketsOf, partsOf } from './answer-parts';
import type { Answer } from './answers';

const blue: Answer = { kind: 'variant', variantKey: 'blue', isDefault: false };
const byDefault: Answer = { kind: 'variant', variantKey: 'blue', isDefault: true };
const green: Answer = { kind: 'variant', variantKey: 'green', isDefault: false };
const nothing: Answer = { kind: 'nothing' };

it('buckets in a row with the same answer are one part', () => {
  expect(partsOf([blue, { ...blue }, green, blue])).toEqual([
    { answer: blue, share: 50 },
    { answer: green, share: 25 },
    { answer: blue, share: 25 },
  ]);
});

it('a variant by default, nothing, true and false are parts of their own', () => {
  const on: Answer = { kind: 'boolean', value: true };
  const answers = [blue, byDefault, nothing, on, { ...on, value: false }];
  expect(partsOf(answers).map(({ answer }) => answer)).toEqual(answers);
});

it('parts tell the answer of every bucket', () => {
  const answers = fc.array(fc.constantFrom(blue, byDefault, green, nothing), {
    minLength: 1,
    maxLength: 1000,
    size: 'max',
  });
  fc.assert(
    fc.property(answers, (given) => {
      const parts = partsOf(given);
      expect(bucketsOf(parts, given.length)).toEqual(given);
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100);
    }),
  );
});
