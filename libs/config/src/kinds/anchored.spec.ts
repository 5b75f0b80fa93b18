import { isAnchored } from './anchored';

it.each([
  '^a@b$',
  '(?i)^.*@example\\.com$',
  '\\A.*@example\\.com\\z',
  '^(a|b)@example\\.com$',
  '^((a|b)|[|(])@x$',
  '^a@x$|^b@x$',
  '^[^]|]+@x$',
])('%s matches the whole address alone', (pattern) => {
  expect(isAnchored(pattern)).toBe(true);
});

it.each([
  'a@b',
  '@example.com$',
  '^.*@example.com',
  '(?i)@example.com$',
  '^a@x|b@x$',
  '^a@x$|b@x$',
  '^a@x\\$',
  '\\^a@x$',
  '^a@x[$]',
  '^a@x\\Q$',
  '(?m)^a@x$',
])('%s may match a part of an address', (pattern) => {
  expect(isAnchored(pattern)).toBe(false);
});
