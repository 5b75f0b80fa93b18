import { inOrder } from './order';

test('what an order does not name comes last, as it was, and what is gone has no place', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(inOrder(items, ['d', 'gone', 'b']).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
});
