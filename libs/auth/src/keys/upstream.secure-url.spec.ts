import { assertSecureUrl } from './upstream';

describe('a URL that keys come from', () => {
  it.each([
    'https://issuer.example/keys',
    'http://localhost:8080/keys',
    'http://keys.localhost/',
    'http://127.0.0.1:1/',
    'http://127.1.2.3/',
    'http://[::1]:8080/',
  ])('may be %s', (url) => {
    expect(() => {
      assertSecureUrl(new URL(url));
    }).not.toThrow();
  });

  it.each([
    'http://issuer.example/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://10.0.0.1/',
    'http://[::2]/',
    'file:///etc/passwd',
    'ftp://localhost/',
  ])('must not be %s', (url) => {
    expect(() => {
      assertSecureUrl(new URL(url));
    }).toThrow('must be asked by https');
  });
});
