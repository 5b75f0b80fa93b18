import { valueAt } from './claims';

it.each([
  [{ groups: ['a'] }, 'groups', ['a']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'realm_access.roles': ['a'], realm_access: { roles: ['b'] } }, 'realm_access.roles', ['a']],
  [{ resource_access: { 'my.client': { roles: 'a' } } }, 'resource_access.my.client.roles', 'a'],
  [{ 'https://example.com/roles': 'a' }, 'https://example.com/roles', 'a'],
  [{ a: { b: 1 }, 'a.b': { c: 2 } }, 'a.b.c', 2],
])('in %j %s is %j', (claims, path, value) => {
  expect(valueAt(claims, path)).toEqual(value);
});

it.each([
  [{}, 'groups'],
  [{}, 'constructor'],
  [{}, '__proto__.constructor'],
  [{ a: 'text' }, 'a.length'],
  [{ a: ['x'] }, 'a.0'],
  [{ a: null }, 'a.b'],
  [{ a: {} }, 'a.toString'],
  [{ a: {} }, '.a'],
  [{ a: {} }, 'a.'],
])('in %j there is no %s', (claims, path) => {
  expect(valueAt(claims, path)).toBeUndefined();
});
