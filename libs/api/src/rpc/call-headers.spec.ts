import { listsTag } from './call-headers';

describe('a list of entity tags', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['abc', '"abc"'],
    ['W/"abc"', 'abc'],
    ['"abc"', 'W/"abc"'],
    ['"x", "abc"', 'abc'],
    ['x,abc,y', 'abc'],
    ['  abc\t, x', 'abc'],
    ['"", abc', 'abc'],
    ['""', '""'],
  ])('%s holds %s', (list, tag) => {
    expect(listsTag(list, tag)).toBe(true);
  });

  it.each([
    ['', 'abc'],
    ['*', 'abc'],
    ['ABC', 'abc'],
    ['abcd', 'abc'],
    ['ab', 'abc'],
    ['abc x', 'abc'],
    ['"abc', 'abc'],
    ['w/"abc"', 'abc'],
    ['W/ "abc"', 'abc'],
    [',,,', 'abc'],
  ])('%s does not hold %s', (list, tag) => {
    expect(listsTag(list, tag)).toBe(false);
  });

  it('that has grown long is read in time', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => `"${index}"`).join(', ');
    expect([listsTag(list, '9999'), listsTag(list, '10000')]).toEqual([true, false]);
  });

  it.each(['"'.repeat(50_000), 'W/'.repeat(50_000), `${' '.repeat(50_000)}x`])(
    'of nothing but noise is read in time',
    (list) => {
      expect(listsTag(list, 'abc')).toBe(false);
    },
  );
});
