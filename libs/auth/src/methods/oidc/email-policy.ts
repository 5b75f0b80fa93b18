import { type AuthenticationMetadata } from '@pennon/domain';
import { type CallCheck } from '../../gate/call-check';
import { refusal } from '../../refusal';
import { oidcKeys } from './oidc-metadata';

/** Longest address that is compared (RFC 5321, 4.5.3.1), so that no pattern takes long. Characters. */
const MAX_EMAIL_LENGTH = 320;

/** Who may use the service, by the email address that a provider vouches for. Source: contract/authentication.md 5.5. */
export class EmailPolicy {
  private readonly patterns: readonly RegExp[];

  /** @param patterns Of which one has to match; with none there is no policy. */
  constructor(patterns: readonly string[]) {
    this.patterns = patterns.map((pattern) => new RegExp(pattern, 'u'));
  }

  /** True if this person may use the service; an address that is not verified is anybody's. */
  allows(metadata: AuthenticationMetadata): boolean {
    if (this.patterns.length === 0) return true;
    const email = metadata[oidcKeys.email];
    if (email === undefined || email.length > MAX_EMAIL_LENGTH) return false;
    if (metadata[oidcKeys.emailVerified] === 'false') return false;
    return this.patterns.some((pattern) => pattern.test(email));
  }

  /** Holds to it with every call, because the patterns may have changed since the login; other methods pass. */
  readonly check: CallCheck = ({ identity }) => {
    if (identity.method === 'oidc' && !this.allows(identity.metadata))
      throw refusal('the email address is not allowed');
  };
}
