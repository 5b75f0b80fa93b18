import { consoleQuery, fromBase64Url, toBase64Url } from './question-code';

test.each(['', 'user-42', 'Zoë/ü?&=+', '🏴‍☠️', '>>>???'])('%p survives in an address', (text) => {
  const code = toBase64Url(text);
  expect(code).toMatch(/^[\w-]*$/);
  expect(fromBase64Url(code)).toBe(text);
});

test('what is no code is no text', () => {
  expect(fromBase64Url('%%%')).toBeUndefined();
  expect(fromBase64Url('_w')).toBeUndefined();
});

test('an address says only what was entered', () => {
  expect(consoleQuery({ entityId: '', context: '{}' })).toBe('');
  expect(consoleQuery({ entityId: 'a', context: '{"b":"c"}' })).toBe('?e=YQ&c=eyJiIjoiYyJ9');
});
