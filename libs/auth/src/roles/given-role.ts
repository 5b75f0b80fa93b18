import { type RoleRule } from '@pennon/config';

/**
 * The roles that the operator's rules give, as the text that metadata holds; undefined for none.
 *
 * @param fits Whether the caller has the subject of a rule.
 */
export function givenRole(
  rules: readonly RoleRule[],
  fits: (subject: string) => boolean,
): string | undefined {
  const roles = new Set(rules.filter(({ subject }) => fits(subject)).map(({ role }) => role));
  return roles.size === 0 ? undefined : [...roles].join(', ');
}
