import { type Change, changeText, parseChangeText, parseRevisionNote } from './change';

test.each<[Change, string]>([
  [{ kind: 'namespace', namespaceKey: 'shop' }, 'namespace shop'],
  [{ kind: 'namespace', namespaceKey: 'tokens' }, 'namespace tokens'],
  [{ kind: 'namespace', namespaceKey: 'A-b_1,2' }, 'namespace A-b_1,2'],
  [{ kind: 'tokens' }, 'tokens'],
  [{ kind: 'everything' }, 'everything'],
])('%j goes as text and comes back', (change, text) => {
  expect(changeText(change)).toBe(text);
  expect(parseChangeText(text)).toEqual(change);
});

test.each([
  '',
  'token',
  'tokens ',
  'TOKENS',
  'namespace',
  'namespace ',
  'namespace a b',
  'namespace ä',
  'namespace shop\n',
  `namespace ${'x'.repeat(256)}`,
  '{"kind":"tokens"}',
])('%j stands for no change', (text) => {
  expect(parseChangeText(text)).toBeUndefined();
});

test('a note of a revision stands for the change that made it', () => {
  expect(parseRevisionNote('shop 7.rT0cJ8k1xWqZ')).toEqual({
    kind: 'namespace',
    namespaceKey: 'shop',
    revision: { revision: 7, mark: 'rT0cJ8k1xWqZ' },
  });
});

test.each([
  '',
  'shop',
  'shop 7',
  'shop 7.',
  'shop 7.short',
  'shop x.rT0cJ8k1xWqZ',
  'a b 7.rT0cJ8k1xWqZ',
  'ä 7.rT0cJ8k1xWqZ',
])('%j is no note of a revision', (text) => {
  expect(parseRevisionNote(text)).toBeUndefined();
});
