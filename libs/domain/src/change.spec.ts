import { type Change, changeText, parseChangeText } from './change';

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
