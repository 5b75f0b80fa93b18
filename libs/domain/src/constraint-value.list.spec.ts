import { parseNumberList, parseStringList } from './constraint-value';

describe('parseStringList', () => {
  it.each([
    ['["a","b"]', ['a', 'b']],
    [' [ "a" ] \n', ['a']],
    ['["\\u0061"]', ['a']],
    ['[]', []],
    ['null', []],
    ['[null,"a"]', ['', 'a']],
  ])('reads %s', (text, list) => {
    expect(parseStringList(text)).toEqual(list);
  });

  it.each(['', 'a,b', '"a"', '["a", 1]', '["a", ["b"]]', '[true]', '["a"] x', "['a']", '["a",]', '{}'])(
    'finds no list of strings in %j',
    (text) => {
      expect(parseStringList(text)).toBeUndefined();
    },
  );
});

describe('parseNumberList', () => {
  it.each([
    ['[1,2.5,3]', [1, 2.5, 3]],
    ['[1e1, -0.5]', [10, -0.5]],
    ['[1e-400]', [0]],
    ['[]', []],
    ['null', []],
    ['[null]', [0]],
  ])('reads %s', (text, list) => {
    expect(parseNumberList(text)).toEqual(list);
  });

  it.each(['', '1,2', '1', '["1"]', '[1,"2"]', '[1] x', '[0x1]', '[1_000]', '[NaN]', '[1e400]', '[[1]]'])(
    'finds no list of numbers in %j',
    (text) => {
      expect(parseNumberList(text)).toBeUndefined();
    },
  );
});
