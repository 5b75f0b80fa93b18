/** Roles, from the most that one may do to the least. A `counter` is a reader that ships what it has counted. */
export const roles = ['admin', 'editor', 'viewer', 'counter'] as const;
export type Role = (typeof roles)[number];

/** A role that a caller has. */
export interface Grant {
  readonly role: Role;
  /** The only namespace it is for; undefined for everything there is. */
  readonly namespaceKey: string | undefined;
}

/** `editor`, `shop:editor`, and for one role Flipt v1's `shop_viewer`. */
const SCOPED = /^(?<namespaceKey>[^:]+):(?<role>[^:]+)$/;
const SCOPED_AS_IN_FLIPT = /^(?<namespaceKey>.+)_(?<role>viewer)$/;

/**
 * The roles that a text names: one, or a list with commas, such as `viewer, shop:editor`. A name that means nothing
 * grants nothing.
 */
export function parseGrants(text: string): readonly Grant[] {
  return text.split(',').flatMap((item) => grantIn(item.trim()) ?? []);
}

function grantIn(item: string): Grant | undefined {
  if (isRole(item)) return { role: item, namespaceKey: undefined };
  const { namespaceKey, role = '' } = (SCOPED.exec(item) ?? SCOPED_AS_IN_FLIPT.exec(item))?.groups ?? {};
  return isRole(role) ? { role, namespaceKey } : undefined;
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
