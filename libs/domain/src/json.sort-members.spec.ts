import { sortMembers } from './json';

test('sorts the members of objects at every depth and leaves lists in order', () => {
  const sorted = sortMembers({ b: [{ z: 1, a: null }, 2, 1], a: { d: true, c: 'x' } });
  expect(JSON.stringify(sorted)).toBe('{"a":{"c":"x","d":true},"b":[{"a":null,"z":1},2,1]}');
});
