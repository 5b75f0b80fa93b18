import { MembershipPolicy, type Membership } from './membership';

function member(
  organizations: readonly string[],
  ...teams: readonly (readonly [string, string])[]
): Membership {
  return { organizations, teams: teams.map(([organization, slug]) => ({ organization, slug })) };
}

describe('who may enter by what they belong to', () => {
  it('is everybody when no organization is named', () => {
    const policy = new MembershipPolicy({ allowedOrganizations: [], allowedTeams: {} });
    expect(policy.allows(member([]))).toBe(true);
    expect(policy.relevant(member(['a'], ['a', 'x']))).toEqual(member(['a'], ['a', 'x']));
  });

  it('is whoever belongs to one that is named', () => {
    const policy = new MembershipPolicy({ allowedOrganizations: ['acme', 'globex'], allowedTeams: {} });
    expect(policy.allows(member(['hobby', 'globex']))).toBe(true);
    for (const other of [[], ['hobby'], ['Acme'], ['acme ']])
      expect(policy.allows(member(other))).toBe(false);
    expect(policy.relevant(member(['acme', 'hobby'], ['acme', 'web'], ['hobby', 'web']))).toEqual(
      member(['acme'], ['acme', 'web']),
    );
  });

  it('is, once teams are named, whoever belongs to a team that is named for its organization', () => {
    const policy = new MembershipPolicy({
      allowedOrganizations: ['acme', 'globex'],
      allowedTeams: { acme: ['web', 'api'] },
    });
    expect(policy.allows(member(['acme'], ['acme', 'api']))).toBe(true);
    expect(policy.allows(member(['acme'], ['acme', 'ops']))).toBe(false);
    expect(policy.allows(member(['acme'], ['globex', 'web']))).toBe(false);
    expect(policy.allows(member(['hobby'], ['acme', 'web']))).toBe(false);
    // The trap: an organization without a list admits nobody.
    expect(policy.allows(member(['globex'], ['globex', 'web']))).toBe(false);
    expect(
      policy.relevant(member(['acme', 'globex'], ['acme', 'web'], ['acme', 'ops'], ['globex', 'web'])),
    ).toEqual(member(['acme', 'globex'], ['acme', 'web']));
  });

  it('takes no name for more than a name', () => {
    const policy = new MembershipPolicy({ allowedOrganizations: ['acme'], allowedTeams: { acme: ['web'] } });
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(policy.allows(member([name], [name, 'web']))).toBe(false);
    }
  });
});
