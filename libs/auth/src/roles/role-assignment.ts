import { Logger } from '@nestjs/common';
import type { ClaimRoleConfig, RoleRule } from '@pennon/config';
import { aliasKey, ROLE_KEY } from '@pennon/domain';
import { type Claims, valueAt } from '../keys/claims';

/**
 * The roles that the operator's rules give, as the text that metadata holds; undefined for none.
 *
 * @param fits Whether the caller has the subject of a rule.
 */
export function givenRole(
  rules: readonly RoleRule[],
  fits: (subject: string) => boolean,
): string | undefined {
  const roles = new Set(rules.filter(({ subject }) => fits(subject)).map(({ role }) => role));
  return roles.size === 0 ? undefined : [...roles].join(', ');
}

/** Least time between two warnings: a job with such a token may come back every second. Milliseconds. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * The roles of callers by what an issuer says of them: the operator's rules look at a claim. Without rules the claim
 * `io.service.auth.role`, or Flipt v1's spelling of it, holds the role itself: it has no other use, so that an issuer
 * makes it only where it was told to.
 */
export class ClaimRoles {
  private readonly logger = new Logger('auth');
  private warnedAt = -Infinity;

  /** @param issuer Whose claims they are, such as `oidc/acme`; for the log. */
  constructor(
    private readonly config: ClaimRoleConfig,
    private readonly issuer: string,
  ) {}

  /** True if the operator gives roles, so that the claim is not the issuer's alone. */
  get hasRules(): boolean {
    return this.config.roles.length > 0;
  }

  /** True if the claim is there. */
  isIn(claims: Claims): boolean {
    return this.valueIn(claims) !== undefined;
  }

  /**
   * The roles as the text that metadata holds; undefined for none. @param sources The first that has the claim counts.
   */
  of(...sources: readonly Claims[]): string | undefined {
    const value = sources.map((claims) => this.valueIn(claims)).find((found) => found !== undefined);
    const { roles } = this.config;
    if (roles.length > 0) {
      const held = new Set(this.textsOf(value));
      return givenRole(roles, (subject) => subject === '*' || held.has(subject));
    }
    if (typeof value === 'string') return value;
    // A comma would part an item in two.
    const items = this.textsOf(value).filter((item) => !item.includes(','));
    return items.length === 0 ? undefined : items.join(', ');
  }

  private valueIn(claims: Claims): unknown {
    const { roleClaim } = this.config;
    const value =
      roleClaim === undefined
        ? (claims[ROLE_KEY] ?? claims[aliasKey(ROLE_KEY) ?? ''])
        : valueAt(claims, roleClaim);
    return value ?? undefined;
  }

  private textsOf(value: unknown): readonly string[] {
    const values: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const texts = values.filter((item) => typeof item === 'string');
    if (texts.length < values.length) this.warn();
    return texts;
  }

  private warn(): void {
    const now = performance.now();
    if (now - this.warnedAt < WARNING_INTERVAL_MS) return;
    this.warnedAt = now;
    const claim = this.config.roleClaim ?? ROLE_KEY;
    this.logger.warn(
      { issuer: this.issuer, claim },
      'a role claim is not a text or a list of texts: what is not a text gives no role',
    );
  }
}
