import type { CodehostConfig, RoleRule } from '@pennon/config';
import { givenRole, namesInWords } from '../../roles/role-assignment';
import type { Team } from './codehost-api';

/** What somebody belongs to at a code host. */
export interface Membership {
  readonly organizations: readonly string[];
  readonly teams: readonly Team[];
}

type Allowed = Pick<CodehostConfig, 'allowedOrganizations' | 'allowedTeams'>;

/** Who may enter, by what they belong to. Names are compared letter by letter. */
export class MembershipPolicy {
  private readonly organizations: ReadonlySet<string>;
  private readonly teams: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ allowedOrganizations, allowedTeams }: Allowed) {
    this.organizations = new Set(allowedOrganizations);
    this.teams = new Map(Object.entries(allowedTeams).map(([name, slugs]) => [name, new Set(slugs)]));
  }

  /** True if it matters at all what somebody belongs to. */
  get isSelective(): boolean {
    return this.organizations.size > 0;
  }

  /** What is allowed by name: organizations, and teams as `organization/team`. */
  get allowedNames(): readonly string[] {
    const teams = [...this.teams].flatMap(([name, slugs]) => [...slugs].map((slug) => `${name}/${slug}`));
    return [...this.organizations, ...teams];
  }

  /** True for members of an allowed organization; with teams given, for members of a team that is listed for it. */
  allows({ organizations, teams }: Membership): boolean {
    if (!this.isSelective) return true;
    return organizations
      .filter((organization) => this.organizations.has(organization))
      .some((organization) => {
        if (this.teams.size === 0) return true;
        const listed = this.teams.get(organization);
        return teams.some((team) => team.organization === organization && listed?.has(team.slug));
      });
  }

  /** What of a membership counts here, and is kept. */
  relevant({ organizations, teams }: Membership): Membership {
    return {
      organizations: organizations.filter((name) => !this.isSelective || this.organizations.has(name)),
      teams: teams.filter(({ organization, slug }) => {
        if (this.teams.size > 0) return this.teams.get(organization)?.has(slug);
        return !this.isSelective || this.organizations.has(organization);
      }),
    };
  }
}

/** Everything somebody belongs to, by the names that settings have: `organization` and `organization/team`. */
export function namesOf({ organizations, teams }: Membership): readonly string[] {
  return [...organizations, ...teams.map(({ organization, slug }) => `${organization}/${slug}`)];
}

/** What somebody belongs to, for the log. @param allowed Names as {@link namesOf} has them. */
export function membershipInWords(membership: Membership, allowed: readonly string[]): string {
  const names = namesOf(membership);
  return `a member of ${names.length === 0 ? 'nothing' : namesInWords(names, allowed)}`;
}

/** The roles that rules give for what somebody belongs to; names are compared letter by letter. */
export function roleOfMember(rules: readonly RoleRule[], membership: Membership): string | undefined {
  const subjects = new Set(['*', ...namesOf(membership)]);
  return givenRole(rules, (subject) => subjects.has(subject));
}
