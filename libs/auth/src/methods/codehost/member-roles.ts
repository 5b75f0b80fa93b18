import { type RoleRule } from '@pennon/config';
import { givenRole } from '../../roles/given-role';
import { type Membership } from './membership-policy';

/** The roles that rules give for what somebody belongs to; names are compared letter by letter. */
export function roleOfMember(
  rules: readonly RoleRule[],
  { organizations, teams }: Membership,
): string | undefined {
  const subjects = new Set([
    '*',
    ...organizations,
    ...teams.map((team) => `${team.organization}/${team.slug}`),
  ]);
  return givenRole(rules, (subject) => subjects.has(subject));
}
