import { type RoleRule } from '@pennon/config';
import { givenRole } from '../../roles/given-role';
import { type Membership } from './membership-policy';
import { namesOf } from './membership-words';

/** The roles that rules give for what somebody belongs to; names are compared letter by letter. */
export function roleOfMember(rules: readonly RoleRule[], membership: Membership): string | undefined {
  const subjects = new Set(['*', ...namesOf(membership)]);
  return givenRole(rules, (subject) => subjects.has(subject));
}
