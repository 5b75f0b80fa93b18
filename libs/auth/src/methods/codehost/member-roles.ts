import { type CodehostConfig } from '@pennon/config';
import { type Membership } from './membership-policy';

/** Which roles people have by what they belong to; names are compared letter by letter. */
export class MemberRoles {
  constructor(private readonly roles: CodehostConfig['roles']) {}

  /** Every role that fits, as the text that metadata holds; undefined when none does. */
  of({ organizations, teams }: Membership): string | undefined {
    const fitting = this.roles.filter(({ organization, team }) => {
      if (organization === undefined) return true;
      if (team === undefined) return organizations.includes(organization);
      return teams.some((each) => each.organization === organization && each.slug === team);
    });
    const words = new Set(fitting.map(({ role }) => role));
    return words.size === 0 ? undefined : [...words].join(', ');
  }
}
