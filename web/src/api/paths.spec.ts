import { apiPath } from './paths';

it('1.1: encodes every part of a path', () => {
  expect(apiPath('namespaces', 'a/b', 'flags', 'ü x')).toBe('/api/v1/namespaces/a%2Fb/flags/%C3%BC%20x');
});

it('C17: makes no path of an empty key, which would mean the namespace default', () => {
  expect(() => apiPath('namespaces', '', 'flags')).toThrow('empty part');
});
