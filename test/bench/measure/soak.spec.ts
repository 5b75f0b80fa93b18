import { growthOf, type SoakResult } from './soak';

/** A soak whose heap was this after each million of evaluations. */
function soakOf(...heaps: readonly number[]): SoakResult {
  const samples = heaps.map((heap, index) => ({ evaluations: (index + 1) * 1e6, heap, resident: heap }));
  return { evaluations: heaps.length * 1e6, changes: 1, samples };
}

describe('growthOf', () => {
  it('takes no notice of what happens while the server warms up', () => {
    expect(growthOf(soakOf(10, 20, 30, 40, 40, 40, 40, 40, 40, 40), 'heap')).toMatchObject({
      total: expect.closeTo(0),
      isGrowing: false,
    });
  });

  it('finds a leak', () => {
    expect(growthOf(soakOf(40, 41, 42, 43, 44, 45, 46, 47, 48, 49), 'heap')).toMatchObject({
      slope: expect.closeTo(1),
      total: expect.closeTo(6),
      isGrowing: true,
    });
  });

  it('takes ups and downs for noise', () => {
    expect(growthOf(soakOf(40, 40, 40, 38, 43, 39, 42, 38, 43, 41), 'heap').isGrowing).toBe(false);
  });

  it('does not pass where nothing could be read', () => {
    expect(growthOf(soakOf(NaN, NaN, NaN, NaN), 'heap').isGrowing).toBe(true);
  });
});
