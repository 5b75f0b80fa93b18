import { MemberRoles } from './member-roles';

const acme = { organization: 'acme', team: undefined };

const roles = new MemberRoles([
  { ...acme, role: 'viewer' },
  { organization: 'acme', team: 'ops', role: 'admin' },
  { organization: 'acme', team: 'web', role: 'shop:editor' },
  { organization: 'globex', team: undefined, role: 'viewer' },
]);

function rolesOf(organizations: readonly string[], ...teams: readonly (readonly [string, string])[]) {
  return roles.of({ organizations, teams: teams.map(([organization, slug]) => ({ organization, slug })) });
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
    const everybody = new MemberRoles([{ organization: undefined, team: undefined, role: 'viewer' }]);
    expect(everybody.of({ organizations: [], teams: [] })).toBe('viewer');
  });
});
