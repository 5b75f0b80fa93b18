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

it.each([17, true, { admin: true }, ['viewer', 17], [['admin']]])(
  'a claim that is not a text or a list of texts gives no role for it, and is in the log, once a minute: %j',
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
