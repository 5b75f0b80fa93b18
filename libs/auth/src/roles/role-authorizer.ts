import { quote, type Identity } from '@pennon/domain';
import { type AccessRequest, type Resource } from './access-request';
import { type Authorizer } from './authorizer';
import { parseGrants, type Grant, type Role } from './grants';
import { roleTextOf } from './role-text';

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
  counter: { readable: new Set(), writable: new Set(['evaluation count']) },
};

/** Most of a role that a refusal repeats. Characters. */
const MAX_QUOTED = 100;

/** Lets callers do what the roles in their metadata allow. */
export class RoleAuthorizer implements Authorizer {
  refusalOf(identity: Identity, request: AccessRequest): string | undefined {
    const text = roleTextOf(identity);
    if (parseGrants(text).some((grant) => allows(grant, request))) return undefined;
    const who = text === '' ? 'a caller without a role' : `role ${quote(shortened(text))}`;
    return `${who} may not ${deedOf(request)}`;
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

/** What was to be done, in words. */
function deedOf({ action, subject, namespaceKey }: AccessRequest): string {
  if (namespaceKey === undefined) return `${action} ${subject}s`;
  const key = quote(shortened(namespaceKey));
  return subject === 'namespace' ? `${action} namespace ${key}` : `${action} ${subject}s in namespace ${key}`;
}

function shortened(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}
