import { returnPathOf } from './logins';

describe('the way back after a login', () => {
  it.each(['/', '/flags', '/flags?namespace=shop&x=%2F#top', '/a/b/', "/~a!$&'()*+,;=:@", '/%2e%2e/a'])(
    'is the path that was asked for: %s',
    (path) => {
      expect(returnPathOf(path)).toBe(path);
    },
  );

  it.each([
    '',
    'flags',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/./' + '/evil.example',
    '/a//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /flags',
    '/fl ags',
    '/\tevil',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '/\u0000',
    '/\u007f',
    '/ä',
    '/\u2028',
    '\ufeff/flags',
    '@evil.example',
    '.evil.example',
  ])('is the beginning for anything else: %j', (path) => {
    expect(returnPathOf(path)).toBe('/');
  });
});
