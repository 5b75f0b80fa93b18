import { METADATA_PREFIX, ROLE_KEY, type AuthenticationMetadata } from '@pennon/domain';
import { type Claims, isObject } from '../../keys/claims';

/** A service account of the cluster, and the pod that it runs in; each part is `''` when the token does not tell. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly podName: string;
  readonly podUid: string;
  /** Who issues the tokens of its cluster. */
  readonly issuer: string;
}

/** The service account that a token is of. */
export function serviceAccountOf(claims: Claims): ServiceAccount {
  const cluster = membersOf(claims['kubernetes.io']);
  const account = membersOf(cluster.serviceaccount);
  const pod = membersOf(cluster.pod);
  return {
    namespace: textOf(cluster.namespace),
    name: textOf(account.name),
    uid: textOf(account.uid),
    podName: textOf(pod.name),
    podUid: textOf(pod.uid),
    issuer: textOf(claims.iss),
  };
}

/**
 * The metadata of its record; every key but the role is always there.
 *
 * @param role The roles that the operator gives it; undefined for none.
 */
export function metadataOfServiceAccount(
  account: ServiceAccount,
  role: string | undefined,
): AuthenticationMetadata {
  const prefix = `${METADATA_PREFIX}orchestrator.`;
  return {
    [`${prefix}issuer`]: account.issuer,
    [`${prefix}namespace`]: account.namespace,
    [`${prefix}pod.name`]: account.podName,
    [`${prefix}pod.uid`]: account.podUid,
    [`${prefix}serviceaccount.name`]: account.name,
    [`${prefix}serviceaccount.uid`]: account.uid,
    ...(role !== undefined && { [ROLE_KEY]: role }),
  };
}

/** True when the pattern `namespace/name` names the account; `*` stands for any characters. */
export function isNamedBy(pattern: string, { namespace, name }: ServiceAccount): boolean {
  const [namespacePattern = '', namePattern = ''] = pattern.split('/');
  return matches(namespacePattern, namespace) && matches(namePattern, name);
}

/** Part by part from the left, each at the first place it fits, which never has to try again. */
function matches(pattern: string, text: string): boolean {
  // What a token does not tell is not anything.
  if (text === '') return false;
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return text === pattern;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const part of others) {
    const found = text.indexOf(part, position);
    if (found === -1 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

function membersOf(value: unknown): Claims {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
