import { isSameJson } from './same-json';

it.each<[one: unknown, other: unknown, isSame: boolean]>([
  [1, 1, true],
  [0, -0, true],
  [1, '1', false],
  [null, undefined, false],
  [null, {}, false],
  [{ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined, b: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{ 0: 'a' }, ['a'], false],
])('that %j and %j are the same is %s', (one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame);
  expect(isSameJson(other, one)).toBe(isSame);
});
