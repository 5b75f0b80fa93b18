import { type ProxyVariables } from '@pennon/config';
import { proxyFor } from './outgoing-agent';

const http = new URL('http://for-http:3128');
const https = new URL('http://for-https:3128');

function proxyOf(url: string, some: Partial<ProxyVariables> = {}): string | undefined {
  return proxyFor(new URL(url), { http, https, noProxy: '', ...some })?.hostname;
}

test('each scheme has a proxy of its own', () => {
  expect(proxyOf('https://idp.example.com/keys')).toBe('for-https');
  expect(proxyOf('http://127.0.0.1:8080/')).toBe('for-http');
  expect(proxyOf('https://idp.example.com/', { https: undefined })).toBeUndefined();
});

test.each([
  ['*', 'https://idp.example.com/'],
  ['example.com', 'https://example.com/'],
  ['example.com', 'https://idp.example.com/'],
  ['.example.com', 'https://idp.example.com/'],
  ['*.example.com', 'https://idp.example.com/'],
  ['Example.COM.', 'https://idp.example.com./'],
  ['a.test, example.com', 'https://example.com/'],
  ['a.test example.com', 'https://example.com/'],
  ['example.com:443', 'https://example.com/'],
  ['example.com:8443', 'https://example.com:8443/'],
  ['127.0.0.1', 'http://127.0.0.1:8080/'],
  ['10.0.0.0/8', 'https://10.96.0.1/'],
  ['::1', 'http://[::1]:8080/'],
  ['[::1]:8080', 'http://[::1]:8080/'],
  ['fd00::/8', 'https://[fd12::1]/'],
  ['localhost', 'http://localhost:8080/'],
])('NO_PROXY=%s reaches %s directly', (noProxy, url) => {
  expect(proxyOf(url, { noProxy })).toBeUndefined();
});

test.each([
  ['', 'https://example.com/'],
  ['example.com', 'https://notexample.com/'],
  ['idp.example.com', 'https://example.com/'],
  ['example.com:8443', 'https://example.com/'],
  ['10.0.0.0/8', 'https://11.0.0.1/'],
  ['10.0.0.0/99', 'https://10.0.0.1/'],
  ['10.0.0.0/8', 'https://10.example.com/'],
  ['1', 'https://10.0.0.1/'],
  ['.', 'https://example.com/'],
])('NO_PROXY=%s leaves %s to the proxy', (noProxy, url) => {
  expect(proxyOf(url, { noProxy })).toBe('for-https');
});
