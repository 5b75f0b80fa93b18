import fc from 'fast-check';
import { cutPage, type Page } from './page';

function pageOf(rows: readonly string[], limit: number, offset: number, totalCount: number): Page<string> {
  return cutPage(rows, { limit, offset }, totalCount, (row) => row);
}

describe('a page', () => {
  it('leaves out the row that was read to see whether another page exists, and starts the next one there', () => {
    expect(pageOf(['a', 'b', 'c'], 2, 0, 5)).toEqual({
      items: ['a', 'b'],
      totalCount: 5,
      next: { key: 'c', offset: 2 },
    });
  });

  it('counts the offset of the next page from the beginning of the list', () => {
    expect(pageOf(['c', 'd', 'e'], 2, 2, 5).next).toEqual({ key: 'e', offset: 4 });
  });

  it.each([
    ['shorter than the limit', ['e']],
    ['just as long as the limit', ['d', 'e']],
    ['empty', []],
  ])('is the last one when it is %s', (_, rows) => {
    expect(pageOf(rows, 2, 3, 5)).toEqual({ items: rows, totalCount: 5, next: undefined });
  });

  it('without a limit is everything', () => {
    expect(pageOf(['a', 'b', 'c'], 0, 0, 3)).toEqual({
      items: ['a', 'b', 'c'],
      totalCount: 3,
      next: undefined,
    });
  });

  it('followed to the end gives every row once, in order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (all, limit) => {
          const seen: string[] = [];
          for (let offset: number | undefined = 0; offset !== undefined;) {
            const { items, next } = pageOf(all.slice(offset, offset + limit + 1), limit, offset, all.length);
            seen.push(...items);
            offset = next?.offset;
          }
          expect(seen).toEqual(all);
        },
      ),
    );
  });
});
