import { type AuthenticationMetadata } from '@pennon/domain';
import { RE2JS } from 're2js';
import { type CallCheck } from '../../gate/auth-gate';
import { refusal } from '../../credentials/credential';
import { oidcKeys } from './oidc-metadata';

/** Longest address that is compared (RFC 5321, 4.5.3.1). Characters. */
const MAX_EMAIL_LENGTH = 320;

/** Decides by the email address that a provider vouches for. */
export class EmailPolicy {
  private readonly patterns: readonly EmailPattern[];

  /** @param patterns Of which one has to match, in RE2's syntax; with none there is no policy. */
  constructor(patterns: readonly string[]) {
    this.patterns = patterns.map((pattern) => new EmailPattern(pattern));
  }

  /** True if it matters at all which address somebody has. */
  get isSelective(): boolean {
    return this.patterns.length > 0;
  }

  /** True if this person may use the service; an address that is not verified is anybody's. */
  allows(metadata: AuthenticationMetadata): boolean {
    if (!this.isSelective) return true;
    const email = metadata[oidcKeys.email];
    if (email === undefined || email.length > MAX_EMAIL_LENGTH) return false;
    if (metadata[oidcKeys.emailVerified] === 'false') return false;
    return this.patterns.some((pattern) => pattern.matches(email));
  }

  /** Holds to it with every call, because the patterns may have changed since the login; other methods pass. */
  readonly check: CallCheck = ({ identity }) => {
    if (identity.method === 'oidc' && !this.allows(identity.metadata))
      throw refusal('the email address is not allowed');
  };
}

/** A pattern of addresses. RE2 matches in linear time, so that no address can hold up the process. */
class EmailPattern {
  private readonly compiled: RE2JS;
  /** The pattern without the escapes before its dots and hyphens, in which domains are found. */
  private readonly plain: string;

  constructor(pattern: string) {
    this.compiled = RE2JS.compile(pattern);
    this.plain = pattern.replaceAll(/\\([.-])/g, '$1');
  }

  /** Domains have no case (RFC 5321, 2.4): the domain may be spelled as given, in lower case, or as in the pattern. */
  matches(email: string): boolean {
    const start = email.lastIndexOf('@') + 1 || email.length;
    const [local, domain] = [email.slice(0, start), email.slice(start)];
    return [domain, inLowerCase(domain), this.spellingOf(domain)].some((spelling) =>
      this.compiled.test(local + spelling),
    );
  }

  private spellingOf(domain: string): string {
    const at = inLowerCase(this.plain).indexOf(inLowerCase(domain));
    return at === -1 ? domain : this.plain.slice(at, at + domain.length);
  }
}

/** ASCII alone, as in the DNS: the Kelvin sign must not become a `k`, which is another domain. */
function inLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
