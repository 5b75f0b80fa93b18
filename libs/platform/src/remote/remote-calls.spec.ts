import { InvalidArgumentError } from '@pennon/domain';
import { serverAddressOf } from './remote-calls';

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['https://flags.example.com', 'https://flags.example.com'],
  ['https://example.com/pennon', 'https://example.com/pennon'],
  ['https://example.com/a/b//', 'https://example.com/a/b'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is the address %s', (text, address) => {
  expect(serverAddressOf(text)).toBe(address);
});

test.each([
  ['', /must be a URL/],
  ['localhost', /must be a URL/],
  ['localhost:8080', /must begin with http:\/\/ or https:\/\/, not localhost:/],
  ['ftp://example.com', /not ftp:/],
  ['file:///etc/passwd', /not file:/],
  ['http://example.com?token=secret', /^the address "http:\/\/example.com\/" must end with its path$/],
  ['http://example.com/#secret', /^the address "http:\/\/example.com\/" must end with its path$/],
  ['http://user:secret@example.com', /must hold neither user nor password/],
  ['ftp://secret@example.com', /must hold neither user nor password/],
])('%s is refused, and no secret in it repeated', (text, reason) => {
  expect(() => serverAddressOf(text)).toThrow(InvalidArgumentError);
  expect(() => serverAddressOf(text)).toThrow(reason);
  expect(() => serverAddressOf(text)).not.toThrow(/secret/);
});
