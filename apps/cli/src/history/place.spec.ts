import { placeName, readPlace } from './place';

test.each([
  ['shop', 'shop', undefined],
  ['shop@latest', 'shop', undefined],
  ['shop@7', 'shop', 7],
  ['shop@0', 'shop', 0],
  ['team@shop@12', 'team@shop', 12],
])('%p names a namespace and a revision', (text, namespaceKey, revision) => {
  expect(readPlace(text)).toEqual({
    namespaceKey,
    revision: revision === undefined ? undefined : `${revision}`,
  });
});

test.each(['', '@7', 'shop@', 'shop@x', 'shop@-1', 'shop@1.5', 'shop@1e3', 'shop@9999999999999999', '@'])(
  '%p is refused',
  (text) => {
    expect(() => readPlace(text)).toThrow(
      `a namespace and its revision are written as shop@7, or shop for the latest, not as "${text}"`,
    );
  },
);

test('a place has a name', () => {
  expect([{ namespaceKey: 'shop', revision: '7.rT0cJ8k1xWqZ' }, readPlace('shop')].map(placeName)).toEqual([
    'shop@7',
    'shop@latest',
  ]);
});
