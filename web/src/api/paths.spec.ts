import { apiPath } from './paths';

it('encodes every part of a path', () => {
  expect(apiPath('namespaces', 'a/b', 'flags', 'ü x')).toBe('/api/v1/namespaces/a%2Fb/flags/%C3%BC%20x');
});

it('makes no path of an empty key, which would mean the namespace default', () => {
  expect(() => apiPath('namespaces', '', 'flags')).toThrow('empty part');
});
