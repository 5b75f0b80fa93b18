import { isUtf8 } from 'node:buffer';
import {
  assertRemark,
  type AuditOrigin,
  type AuthenticationMetadata,
  type ChangeCaller,
  groupsOf,
  isProgram,
  CLAIMS_KEY,
  METADATA_PREFIX,
  tokenKeys,
} from '@pennon/domain';
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
  const [said, name, picture] = ['email', 'name', 'picture'].map(
    (key) => metadata[`${METADATA_PREFIX}jwt.${key}`] ?? metadata[`${METADATA_PREFIX}${key}`] ?? '',
  ) as [string, string, string];
  const email = said === '' && identity?.method === 'jwt' ? emailClaim(metadata) : said;
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

const noRoles: ReadonlySet<string> = new Set();

/**
 * The call as one that asks for a change: its answer names the revision that it has made.
 *
 * @throws InvalidFieldError if its reason to pass by a review breaks the law for what people say.
 */
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
    bypassReason: bypassReasonOf(call),
    groups: call.identity === undefined ? [] : groupsOf(call.identity),
    rolesIn: (namespaceKey) => call.namespaceRights?.rolesIn(namespaceKey) ?? noRoles,
    tellRevision: (revision) => {
      tellRevision(call, revision);
    },
  };
}

/** Programs send UTF-8 in headers, whose bytes HTTP hands on one by one. */
function bypassReasonOf(call: Pick<RpcCall, 'header'>): string {
  const text = call.header(BYPASS_REVIEW_HEADER)?.trim() ?? '';
  if (text === '') return text;
  const bytes = Buffer.from(text, 'latin1');
  const reason = isUtf8(bytes) ? bytes.toString() : text;
  assertRemark(BYPASS_REVIEW_HEADER, reason);
  return reason;
}

/** The address by the standard claim for it, which Flipt does not read: OpenID Connect Core 1.0, section 5.1. */
function emailClaim(metadata: AuthenticationMetadata): string {
  const claims: unknown = JSON.parse(metadata[CLAIMS_KEY] ?? '{}');
  const { email } = claims as { readonly email?: unknown };
  return typeof email === 'string' ? email : '';
}
