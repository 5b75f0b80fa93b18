import { ROLE_KEY, type Identity } from '@pennon/domain';

/**
 * The role or roles that a caller was given; `''` for none. Nothing else gives a role: least of all a name, which
 * callers may choose for themselves.
 */
export function roleTextOf({ metadata }: Identity): string {
  return metadata[ROLE_KEY] ?? '';
}
