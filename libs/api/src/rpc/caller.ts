import { type AuditOrigin, type ChangeCaller, isProgram, METADATA_PREFIX, tokenKeys } from '@pennon/domain';
import { type AccessLine, subjectOf } from '@pennon/platform';
import { BYPASS_REVIEW_HEADER, tellRevision } from './call-headers';
import type { RpcCall } from './rpc-call';

/**
 * Who calls, for the log: what tells clients apart, and nothing of a person that their name or e-mail address would.
 */
export function clientOf({
  clientAddress,
  identity,
}: Pick<RpcCall, 'clientAddress' | 'identity'>): AccessLine['client'] {
  const authentication = identity?.method === 'jwt' ? identity.subject : identity?.id;
  return { address: clientAddress, ...(authentication !== undefined && { authentication }) };
}

/**
 * Whose doing a call is, for the audit log. The address is the one that trusted proxies
 * vouch for, where the reference repeats whatever a header says.
 */
export function originOf({
  identity,
  clientAddress,
}: Pick<RpcCall, 'identity' | 'clientAddress'>): AuditOrigin {
  const metadata = identity?.metadata ?? {};
  // What a JSON web token says of its user beats claims that are called like our keys.
  const [email, name, picture] = ['email', 'name', 'picture'].map(
    (key) => metadata[`${METADATA_PREFIX}jwt.${key}`] ?? metadata[`${METADATA_PREFIX}${key}`] ?? '',
  ) as [string, string, string];
  const named = identity?.method === 'jwt' ? identity.subject : '';
  const subject = identity && subjectOf(identity);
  return {
    authentication: identity?.method ?? 'none',
    authenticationId: identity?.id ?? '',
    ...(subject !== undefined && { subject }),
    actor: [email, name, metadata[tokenKeys.name] ?? '', named].find((text) => text !== '') ?? '',
    email,
    name,
    picture,
    ip: clientAddress,
  };
}

/** Longest reason that is taken down, in UTF-16 units. */
const MAX_REASON_LENGTH = 1000;

const noRoles: ReadonlySet<string> = new Set();

/** The call as one that asks for a change: its answer names the revision that it has made. */
export function callerOf(
  call: Pick<
    RpcCall,
    'setHeader' | 'header' | 'identity' | 'clientAddress' | 'requestId' | 'namespaceRights'
  >,
): ChangeCaller {
  return {
    origin: originOf(call),
    isProgram: call.identity !== undefined && isProgram(call.identity),
    requestId: call.requestId,
    bypassReason: (call.header(BYPASS_REVIEW_HEADER) ?? '').trim().slice(0, MAX_REASON_LENGTH),
    rolesIn: (namespaceKey) => call.namespaceRights?.rolesIn(namespaceKey) ?? noRoles,
    tellRevision: (revision) => {
      tellRevision(call, revision);
    },
  };
}
