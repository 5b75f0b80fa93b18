import { type Membership } from './membership-policy';

/** Most names of what somebody belongs to that are told. */
const MAX_NAMES = 10;

/** Longest part of a name that is told, in characters; GitHub's have 39 at most. */
const MAX_NAME_LENGTH = 100;

/** Everything somebody belongs to, by the names that settings have: `organization` and `organization/team`. */
export function namesOf({ organizations, teams }: Membership): readonly string[] {
  return [...organizations, ...teams.map(({ organization, slug }) => `${organization}/${slug}`)];
}

/**
 * What somebody belongs to who is refused, for the log: ten names at most, and the first that differs from an allowed
 * one by case alone.
 *
 * @param allowed Names as {@link namesOf} has them.
 */
export function membershipInWords(membership: Membership, allowed: readonly string[]): string {
  const names = namesOf(membership);
  if (names.length === 0) return 'a member of nothing';
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `a member of ${names.slice(0, MAX_NAMES).map(quote).join(', ')}${rest}${nearMiss(names, allowed)}`;
}

function nearMiss(names: readonly string[], allowed: readonly string[]): string {
  const byLowerCase = new Map(allowed.map((name) => [name.toLowerCase(), name]));
  const found = names.find((name) => !allowed.includes(name) && byLowerCase.has(name.toLowerCase()));
  if (found === undefined) return '';
  const meant = byLowerCase.get(found.toLowerCase()) ?? '';
  return `; ${quote(found)} differs from ${quote(meant)}, which is allowed, by case alone`;
}

function quote(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}
