import { createdFact, deletedFact, updatedFact, type AuditedState, type AuditFact } from './audit';
import { type Authentication } from './authentication';
import type { StoredMethod } from './authentication-methods';
import { type JsonObject } from './flag';
import { withoutClaims } from './metadata-keys';
import { type Instant } from './time';

/** A token was made, or somebody has logged in, which makes a token too. */
export function issuedFact(authentication: Authentication): AuditFact {
  const fact = createdFact(stateOf(authentication));
  return authentication.method === 'token' ? fact : { ...fact, type: 'login', action: 'succeeded' };
}

/** A token expires at another moment. */
export function expiryFact(before: Authentication, after: Authentication): AuditFact {
  return updatedFact(stateOf(before), stateOf(after));
}

/** A token was revoked. */
export function revokedFact(authentication: Authentication): AuditFact {
  return deletedFact(stateOf(authentication));
}

/** Many tokens were deleted that had expired before that moment: one fact for all, since none was good any more. */
export function cleanedFact(method: StoredMethod, before: Instant, count: number): AuditFact {
  const image = { method, expired_before: momentText(before), count };
  return deletedFact({ type: 'token', key: '', image });
}

/** A login was refused. @param provider Where it was tried. @param reason In our words. */
export function refusedLoginFact(provider: string, reason: string): AuditFact {
  return { type: 'login', key: '', action: 'refused', before: undefined, after: { provider, reason } };
}

/** The metadata, as in Flipt's events, and what else people choose. No secret is in it, and no hash. */
function stateOf({ id, method, expiresAt, metadata }: Authentication): AuditedState {
  const image: JsonObject = {
    ...withoutClaims(metadata),
    method,
    ...(expiresAt !== undefined && { expires_at: momentText(expiresAt) }),
  };
  return { type: 'token', key: id, image };
}

function momentText(moment: Instant): string {
  return new Date(moment / 1000).toISOString();
}
