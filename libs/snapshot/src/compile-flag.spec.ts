import fc from 'fast-check';
import { compileDistributions } from './compile-flag';

const variants = new Map([['v1', { key: 'a', attachment: '' }]]);

function bounds(...percents: readonly number[]): readonly number[] {
  const distributions = percents.map((rolloutPercent, index) => ({
    id: `d${index}`,
    variantId: 'v1',
    rolloutPercent,
  }));
  return compileDistributions(distributions, variants).map(({ bound }) => bound);
}

describe('compileDistributions', () => {
  it.each([
    [
      [50, 50],
      [500, 1000],
    ],
    [
      [33.33, 33.33, 33.33],
      [333, 666, 999],
    ],
    [
      [10, 20],
      [100, 300],
    ],
    [
      [60, 60],
      [600, 1200],
    ],
    [[0, 100], [1000]],
    [
      [4.35, 95.65],
      [43, 999],
    ],
    [
      [0.05, 0.1, 99.9],
      [0, 1, 1000],
    ],
    [[0], []],
    [[Number.NaN, -5], []],
  ])('gives %j the bounds %j', (percents, expected) => {
    expect(bounds(...percents)).toEqual(expected);
  });

  it('gives every percentage with one decimal its ten buckets per percent', () => {
    for (let tenths = 1; tenths <= 1000; tenths++) {
      expect(bounds(tenths / 10)).toEqual([tenths]);
      expect(bounds(Math.fround(tenths / 10))).toEqual([tenths]);
    }
  });

  it('leaves out a distribution whose variant is not there', () => {
    const gone = { id: 'd1', variantId: 'gone', rolloutPercent: 30 };
    const kept = { id: 'd2', variantId: 'v1', rolloutPercent: 70 };
    expect(compileDistributions([gone, kept], variants)).toEqual([
      { bound: 700, variant: { key: 'a', attachment: '' } },
    ]);
  });

  it('gives bounds that never fall, and are whole buckets', () => {
    const percents = fc.array(fc.float({ min: 0, max: 100, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(percents, (sent) => {
        const given = bounds(...sent);
        expect(given).toEqual(given.toSorted((left, right) => left - right));
        expect(given.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
