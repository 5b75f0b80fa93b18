import { createHash } from 'node:crypto';
import { type Account, CLAIMS_KEY, METADATA_PREFIX, methodTraits, type Identity } from '@pennon/domain';

/** What identifies the account of a caller. */
type Clues = Pick<Identity, 'id' | 'method' | 'metadata'>;

/**
 * The subject of a caller: SHA-256, in hex, of where the account is and which account it is. It is the same for every
 * session and credential of that account; names and addresses, which can change, are not part of it.
 *
 * `methodTraits` of the domain has the account for each method.
 *
 * @returns undefined if the account is unknown: a JSON web token has no `sub`, or an earlier version, which did not
 *   store the host or the cluster, opened the session.
 */
export function subjectOf(caller: Clues): string | undefined {
  const account = accountOf(caller);
  if (account.includes(undefined)) return undefined;
  // In JSON, two different lists are never the same text.
  return createHash('sha256').update(JSON.stringify(account)).digest('hex');
}

function accountOf({ id, method, metadata }: Clues): Account {
  return methodTraits[method].accountOf({
    id,
    claims: metadata[CLAIMS_KEY],
    own: (key) => metadata[`${METADATA_PREFIX}${method}.${key}`],
  });
}
