import fc from 'fast-check';
import { denseRanks, ranksByPosition, reranked, type Ranked } from './rank';

const abc: readonly Ranked[] = [
  { id: 'a', rank: 1 },
  { id: 'b', rank: 5 },
  { id: 'c', rank: 5 },
];

function entries(ranks: ReadonlyMap<string, number>): [string, number][] {
  return [...ranks];
}

describe('ranks by position', () => {
  it('give the id at position n the rank n', () => {
    expect(entries(ranksByPosition(abc, ['c', 'a', 'b']))).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ]);
  });

  it('leave out what is not listed', () => {
    expect(entries(ranksByPosition(abc, ['b', 'a']))).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  it('pass over unknown ids and keep the gap they leave', () => {
    expect(entries(ranksByPosition(abc, ['b', 'unknown', 'a']))).toEqual([
      ['b', 1],
      ['a', 3],
    ]);
  });

  it('are none for an empty list', () => {
    expect(ranksByPosition(abc, []).size).toBe(0);
  });
});

describe('dense ranks', () => {
  it('count from 1 in the present order', () => {
    expect(entries(denseRanks(abc))).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('are what ordering by the present order gives', () => {
    const ids = fc.uniqueArray(fc.string(), { maxLength: 20 });
    fc.assert(
      fc.property(ids, (order) => {
        const existing = order.map((id, index) => ({ id, rank: index * 3 }));
        expect(denseRanks(existing)).toEqual(ranksByPosition(existing, order));
      }),
    );
  });
});

describe('reranked items', () => {
  it('are the same if no rank changes', () => {
    expect(reranked(abc, new Map())).toEqual(abc);
    expect(reranked(abc, new Map([['b', 5]]))).toEqual(abc);
  });

  it('come by their new ranks, and in their former order where those are the same', () => {
    expect(reranked(abc, new Map([['c', 0]])).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(reranked(abc, new Map([['c', 1]]))).toEqual([abc[0], { id: 'c', rank: 1 }, abc[1]]);
  });
});
