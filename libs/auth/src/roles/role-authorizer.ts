import type { AuthorizationConfig } from '@pennon/config';
import { type Identity, quote, ROLE_KEY } from '@pennon/domain';
import type { AccessRequest, Resource } from '../gate/access-request';
import type { CallCheck } from '../gate/auth-gate';
import { accessText, shortened } from './access-words';
import { accessCheck, type Authorizer } from './check-access';

/**
 * Roles, from the most that one may do to the least. An `approver` is a program whose approval of a change counts, if
 * it may write, too; a `counter` is a reader that ships what it has counted.
 */
export const roles = ['admin', 'editor', 'viewer', 'approver', 'counter'] as const;
type Role = (typeof roles)[number];

/** A role that a caller has. */
interface Grant {
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

/** The first name in a list of roles that means nothing; undefined if all mean something. */
export function unknownRoleIn(text: string): string | undefined {
  return text.split(',').find((item) => grantIn(item.trim()) === undefined);
}

function grantIn(item: string): Grant | undefined {
  if (isRole(item)) return { role: item, namespaceKey: undefined };
  const { namespaceKey, role = '' } = (SCOPED.exec(item) ?? SCOPED_AS_IN_FLIPT.exec(item))?.groups ?? {};
  return isRole(role) ? { role, namespaceKey } : undefined;
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

/**
 * The role or roles that a caller was given; `''` for none. Nothing else gives a role: least of all a name, which
 * callers may choose for themselves.
 */
function roleTextOf({ metadata }: Identity): string {
  return metadata[ROLE_KEY] ?? '';
}

/** What a role may read, and what it may do everything with. */
interface Rights {
  readonly readable: ReadonlySet<Resource>;
  readonly writable: ReadonlySet<Resource>;
}

const everything: ReadonlySet<Resource> = new Set<Resource>([
  'namespace',
  'flag',
  'segment',
  'authentication',
  'evaluation count',
]);

const rightsOf: Readonly<Record<Role, Rights>> = {
  admin: { readable: everything, writable: everything },
  editor: { readable: everything, writable: new Set(['flag', 'segment']) },
  viewer: { readable: everything, writable: new Set() },
  approver: { readable: new Set(), writable: new Set() },
  counter: { readable: new Set(), writable: new Set(['evaluation count']) },
};

/** Lets callers do what the roles in their metadata allow. */
export class RoleAuthorizer implements Authorizer {
  refusalOf(identity: Identity, request: AccessRequest): string | undefined {
    const text = roleTextOf(identity);
    if (parseGrants(text).some((grant) => allows(grant, request))) return undefined;
    const who = text === '' ? 'a caller without a role' : `role ${quote(shortened(text))}`;
    return `${who} may not ${accessText(request)}`;
  }

  rolesIn(identity: Identity, namespaceKey: string): ReadonlySet<string> {
    const granted = parseGrants(roleTextOf(identity)).filter(
      (grant) => grant.namespaceKey === undefined || grant.namespaceKey === namespaceKey,
    );
    return new Set(granted.map(({ role }) => role));
  }

  visibleNamespacesOf(identity: Identity): ReadonlySet<string> | undefined {
    const visible = new Set<string>();
    for (const { role, namespaceKey } of parseGrants(roleTextOf(identity))) {
      if (!rightsOf[role].readable.has('namespace')) continue;
      if (namespaceKey === undefined) return undefined;
      visible.add(namespaceKey);
    }
    return visible;
  }
}

function allows(grant: Grant, { resource, action, namespaceKey }: AccessRequest): boolean {
  const { readable, writable } = rightsOf[grant.role];
  if (!(action === 'read' ? readable : writable).has(resource)) return false;
  if (grant.namespaceKey === undefined || grant.namespaceKey === namespaceKey) return true;
  // The list of namespaces is for everybody who may see one; it shows those.
  return action === 'read' && resource === 'namespace' && namespaceKey === undefined;
}

/** What callers must pass because of their roles: nothing, unless authorization is required. */
export function roleChecks({ required, evaluation }: AuthorizationConfig): readonly CallCheck[] {
  return required ? [accessCheck(new RoleAuthorizer(), evaluation)] : [];
}
