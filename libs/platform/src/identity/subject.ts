import { createHash } from 'node:crypto';
import { METADATA_PREFIX, type Identity } from '@pennon/domain';

/** What identifies the account of a caller. */
type AccountClues = Pick<Identity, 'id' | 'method' | 'metadata'>;

/**
 * The subject of a caller: SHA-256, in hex, of where the account is and which account it is. It is the same for every
 * session and credential of that account; names and addresses, which can change, are not part of it.
 *
 * | Method         | Where                            | Which account                 |
 * | -------------- | -------------------------------- | ----------------------------- |
 * | `token`        | this server                      | id of the token's record      |
 * | `oidc`, `jwt`  | issuer (`iss`)                   | `sub`                         |
 * | `codehost`     | host of the code host            | number of the account         |
 * | `orchestrator` | issuer of the cluster            | namespace and service account |
 *
 * `oidc` and `jwt` share a row because an ID token and an access token of one issuer name the same subject.
 *
 * @returns undefined if the account is unknown: a JSON web token has no `sub`, or an earlier version, which did not
 *   store the host or the cluster, opened the session.
 */
export function subjectOf(caller: AccountClues): string | undefined {
  const account = accountOf(caller);
  if (account.includes(undefined)) return undefined;
  // In JSON, two different lists are never the same text.
  return createHash('sha256').update(JSON.stringify(account)).digest('hex');
}

function accountOf({ id, method, metadata }: AccountClues): readonly (string | undefined)[] {
  const told = (key: string): string | undefined => metadata[`${METADATA_PREFIX}${method}.${key}`];
  switch (method) {
    case 'token':
      return [method, id];
    case 'codehost':
      return [method, told('host'), told('sub')];
    case 'orchestrator':
      return [method, told('issuer'), told('namespace'), told('serviceaccount.name')].map(unlessEmpty);
    case 'oidc':
    case 'jwt':
      return ['issuer', ...accountAtIssuer(metadata[`${METADATA_PREFIX}claims`])];
  }
}

function unlessEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** @param claims Verified claims, as JSON. */
function accountAtIssuer(claims = '{}'): readonly (string | undefined)[] {
  const { iss, sub } = JSON.parse(claims) as { readonly iss?: unknown; readonly sub?: unknown };
  const isSubject = typeof sub === 'string' && sub !== '';
  // A JSON web token need not name its issuer: then there is only the one whose keys are configured.
  return [typeof iss === 'string' ? canonicalIssuer(iss) : '', isSubject ? sub : undefined];
}

/** One spelling of an issuer that writes itself in two. Source: Google, OpenID Connect, "Validating an ID token". */
export function canonicalIssuer(issuer: string): string {
  return issuer === 'accounts.google.com' ? 'https://accounts.google.com' : issuer;
}
