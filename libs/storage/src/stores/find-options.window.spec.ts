import { windowOf } from './find-options';

describe('the rows to read for a page', () => {
  it.each([
    [{ limit: 10, offset: 0 }, { take: 11 }],
    [
      { limit: 10, offset: 20 },
      { take: 11, skip: 20 },
    ],
    [
      { limit: 0, offset: 20 },
      { take: Number.MAX_SAFE_INTEGER, skip: 20 },
    ],
    [{ limit: 0, offset: 0 }, {}],
  ])('of %j are %j', (page, window) => {
    expect(windowOf(page)).toEqual(window);
  });
});
