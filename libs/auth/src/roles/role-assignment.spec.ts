import { Logger } from '@nestjs/common';
import { ClaimRoles } from './role-assignment';

const mapped = new ClaimRoles(
  {
    roleClaim: 'groups',
    roles: [
      { subject: 'flag-admins', role: 'admin' },
      { subject: 'shop', role: 'shop:editor' },
      { subject: 'staff', role: 'viewer' },
    ],
  },
  'oidc/acme',
);
const reserved = new ClaimRoles({ roleClaim: undefined, roles: [] }, 'oidc/acme');

let warnings: jest.SpyInstance;

beforeEach(() => {
  warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('groups', () => {
  const nested = new ClaimRoles({ roleClaim: 'realm.roles', roles: [] }, 'oidc/acme');

  it.each([
    [mapped, { groups: ['a', 5, 'b'] }, ['a', 'b']],
    [mapped, { groups: 'a, b' }, ['a, b']],
    [nested, { realm: { roles: { a: {}, b: {} } }, groups: ['c'] }, ['a', 'b']],
    [nested, { groups: ['c'] }, []],
    [reserved, { groups: ['a'], 'io.service.auth.role': 'admin' }, ['a']],
    [reserved, { groups: null }, []],
  ] as const)('of %#: %j are %j', (roles, claims, groups) => {
    expect(roles.groupsOf(claims)).toEqual(groups);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('are those of the first source that has the claim', () => {
    expect(reserved.groupsOf({}, { groups: ['b'] })).toEqual(['b']);
    expect(reserved.groupsOf({ groups: ['a'] }, { groups: ['b'] })).toEqual(['a']);
  });
});

describe('roles by a claim of groups', () => {
  it.each([
    [{ groups: 'flag-admins' }, 'admin'],
    [{ groups: ['shop', 'staff', 'hobby'] }, 'shop:editor, viewer'],
    [{ groups: [] }, undefined],
    [{}, undefined],
  ])('of %j are %j', (claims, role) => {
    expect(mapped.of(claims)).toBe(role);
    expect(warnings).not.toHaveBeenCalled();
  });

  it.each([
    { groups: 'admin' },
    { groups: ['admin', 'editor'] },
    { groups: 'flag-admins, staff' },
    { groups: ['Flag-Admins', ' flag-admins', 'flag-admins,staff'] },
    { groups: ['__proto__', 'constructor'] },
    { role: 'admin', 'io.service.auth.role': 'admin', roles: ['flag-admins'] },
  ])('are given to no other group, and by no other claim: %j', (claims) => {
    expect(mapped.of(claims)).toBeUndefined();
  });

  it('are given to everybody by an asterisk, and to no group of that name', () => {
    const everybody = new ClaimRoles(
      { roleClaim: 'groups', roles: [{ subject: '*', role: 'viewer' }] },
      'jwt',
    );
    for (const claims of [{}, { groups: null }, { groups: 'x' }]) expect(everybody.of(claims)).toBe('viewer');
    expect(mapped.of({ groups: ['*'] })).toBeUndefined();
  });

  it('may look at the reserved claim', () => {
    const roles = [{ subject: 'ops', role: 'editor' }];
    const rules = new ClaimRoles({ roleClaim: undefined, roles }, 'jwt');
    expect(rules.of({ 'io.flipt.auth.role': ['ops'] })).toBe('editor');
    expect(rules.of({ 'io.service.auth.role': 'admin' })).toBeUndefined();
  });

  it('come from the first that has the claim', () => {
    expect(mapped.of({ groups: ['staff'] }, { groups: ['flag-admins'] })).toBe('viewer');
    expect(mapped.of({}, { groups: ['flag-admins'] })).toBe('admin');
    expect(mapped.of({ groups: [] }, { groups: ['flag-admins'] })).toBeUndefined();
  });
});

describe('the reserved claim', () => {
  it.each([
    ['viewer', 'viewer'],
    ['viewer, shop:editor', 'viewer, shop:editor'],
    [['admin'], 'admin'],
    [['viewer', 'shop:editor'], 'viewer, shop:editor'],
    [['staff,admin'], undefined],
    [[], undefined],
    [null, undefined],
  ])('says the role itself: %j is %j', (value, role) => {
    expect(reserved.of({ 'io.service.auth.role': value })).toBe(role);
    expect(reserved.of({ 'io.flipt.auth.role': value })).toBe(role);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('counts in our spelling where both are there', () => {
    expect(reserved.of({ 'io.flipt.auth.role': 'admin', 'io.service.auth.role': 'viewer' })).toBe('viewer');
  });

  it.each([{ io: { service: { auth: { role: 'admin' } } } }, { role: 'admin' }, { roles: ['admin'] }])(
    'is no other claim: %j',
    (claims) => {
      expect(reserved.of(claims)).toBeUndefined();
    },
  );
});

it.each([17, true, {}, { admin: true }, { admin: {}, user: true }, ['viewer', 17], [['admin']]])(
  'a claim that is not a text or a list of texts gives no role for it, and is in the log, once an hour: %j',
  (value) => {
    const roles = new ClaimRoles({ roleClaim: undefined, roles: [] }, 'oidc/acme');
    expect(roles.of({ 'io.service.auth.role': value })).toBe(
      Array.isArray(value) && value[0] === 'viewer' ? 'viewer' : undefined,
    );
    roles.of({ 'io.service.auth.role': value });
    expect(warnings.mock.calls).toEqual([
      [{ issuer: 'oidc/acme', claim: 'io.service.auth.role' }, expect.stringContaining('not a text')],
    ]);
  },
);

it('the keys of an object of objects are the values of the claim, as Zitadel writes roles', () => {
  const value = { staff: { '2801506': 'acme.example' }, hobby: { '2801506': 'acme.example' } };
  expect(mapped.of({ groups: value })).toBe('viewer');
  expect(reserved.of({ 'io.service.auth.role': { admin: { org: 'x' } } })).toBe('admin');
  expect(warnings).not.toHaveBeenCalled();
});

it('a claim that the provider left out because it has too many values is in the log, with what to do', () => {
  const left = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example' } },
  };
  const everybody = { roleClaim: 'groups', roles: [{ subject: '*', role: 'viewer' }] };
  expect(new ClaimRoles(everybody, 'oidc/entra').of(left)).toBe('viewer');
  expect(warnings.mock.calls).toEqual([
    [{ issuer: 'oidc/entra', claim: 'groups' }, expect.stringContaining('use app roles (role_claim: roles)')],
  ]);
});

describe('a caller without a role, where callers need one,', () => {
  const config = { roleClaim: 'groups', roles: [{ subject: 'admins', role: 'admin' }] };
  const noRole = 'a caller has no role';

  it.each([
    [
      { groups: ['ADMINS', 'hobby'] },
      'values of "groups" "ADMINS", "hobby"; "ADMINS" differs from "admins" by case alone; the rules are for "admins"',
    ],
    [{ groups: [] }, 'no values of "groups"; the rules are for "admins"'],
    [{}, 'the claim "groups" is missing'],
  ])('is in the log with what was found, and with the rules: %j', (claims, reason) => {
    const roles = new ClaimRoles(config, 'oidc/acme', true);
    for (let time = 0; time < 3; time++) expect(roles.of(claims)).toBeUndefined();
    expect(warnings.mock.calls).toEqual([[{ issuer: 'oidc/acme', reason }, noRole]]);
  });

  it('is in the log once for each reason', () => {
    const roles = new ClaimRoles(config, 'oidc/acme', true);
    for (const group of ['a', 'b', 'a']) roles.of({ groups: [group] });
    expect(warnings).toHaveBeenCalledTimes(2);
  });

  it('is in the log also if the claim names a role that does not exist', () => {
    const roles = new ClaimRoles({ roleClaim: undefined, roles: [] }, 'oidc/acme', true);
    expect(roles.of({ 'io.service.auth.role': 'superuser' })).toBe('superuser');
    expect(warnings.mock.calls).toEqual([
      [{ issuer: 'oidc/acme', reason: '"superuser" is not the name of a role' }, noRole],
    ]);
  });

  it('is not in the log where roles do not count', () => {
    new ClaimRoles(config, 'oidc/acme').of({ groups: ['hobby'] });
    expect(warnings).not.toHaveBeenCalled();
  });
});
