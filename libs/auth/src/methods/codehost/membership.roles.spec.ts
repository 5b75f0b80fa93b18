import { roleOfMember } from './membership';

const rules = [
  { subject: 'acme', role: 'viewer' },
  { subject: 'acme/ops', role: 'admin' },
  { subject: 'acme/web', role: 'shop:editor' },
  { subject: 'globex', role: 'viewer' },
];

function rolesOf(organizations: readonly string[], ...teams: readonly (readonly [string, string])[]) {
  return roleOfMember(rules, {
    organizations,
    teams: teams.map(([organization, slug]) => ({ organization, slug })),
  });
}

describe('the roles of people of a code host', () => {
  it.each([
    [['acme'], [], 'viewer'],
    [['acme'], [['acme', 'ops']], 'viewer, admin'],
    [['acme', 'globex'], [['acme', 'web']], 'viewer, shop:editor'],
  ] as const)('are all that fit members of %j in %j', (organizations, teams, text) => {
    expect(rolesOf(organizations, ...teams)).toBe(text);
  });

  it.each([
    [[], []],
    [['Acme', 'hobby'], []],
    [['hobby'], [['hobby', 'ops']]],
    [['constructor'], [['__proto__', 'ops']]],
  ] as const)('are none for members of %j in %j', (organizations, teams) => {
    expect(rolesOf(organizations, ...teams)).toBeUndefined();
  });

  it('are for everybody by an asterisk', () => {
    const everybody = [{ subject: '*', role: 'viewer' }];
    expect(roleOfMember(everybody, { organizations: [], teams: [] })).toBe('viewer');
  });
});
