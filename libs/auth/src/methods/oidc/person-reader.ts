import { Logger } from '@nestjs/common';
import { type AuthenticationMetadata } from '@pennon/domain';
import { type ClaimRoles } from '../../roles/claim-roles';
import { type Claims } from '../keys/claims';
import { UpstreamError } from '../keys/upstream-error';
import { type EmailPolicy } from './email-policy';
import { isSaid, oidcMetadata } from './oidc-metadata';
import { type Exchanged } from './oidc-strategy';
import { askUserInfo, joinedClaims } from './user-info';

/** Claims that a person is known by, or let in by. */
const wantedClaims = ['email', 'email_verified', 'name'] as const;

/**
 * Describes people by their ID tokens, and by UserInfo where an ID token lacks what is wanted: many providers put the
 * claims of a scope there alone (OpenID Connect Core 1.0, 5.4).
 */
export class PersonReader {
  private readonly logger = new Logger('auth');

  /** @param name Name of the provider in the configuration. */
  constructor(
    private readonly name: string,
    private readonly emails: EmailPolicy,
    private readonly roles: ClaimRoles,
  ) {}

  /**
   * @param url Where UserInfo is; undefined when the provider has none.
   * @throws InvalidTokenError if UserInfo is about somebody else.
   * @throws UpstreamError if UserInfo has to be asked and cannot be.
   */
  async metadataOf(exchanged: Exchanged, url: URL | undefined): Promise<AuthenticationMetadata> {
    const { claims } = exchanged;
    const info = this.isWhole(claims) || url === undefined ? undefined : await this.ask(url, exchanged);
    if (info === undefined) return oidcMetadata(this.name, claims, this.roles.of(claims));
    return oidcMetadata(this.name, joinedClaims(claims, info), this.roles.of(claims, info));
  }

  private isWhole(claims: Claims): boolean {
    return wantedClaims.every((name) => isSaid(claims[name])) && this.roles.isIn(claims);
  }

  /** Without an answer the person is known by less, and may do less; it ends the login only if it decides. */
  private async ask(url: URL, { claims, accessToken }: Exchanged): Promise<Claims | undefined> {
    try {
      return await askUserInfo(url, accessToken, claims.sub);
    } catch (error) {
      const decides =
        (this.emails.isSelective && !isSaid(claims.email)) ||
        (this.roles.hasRules && !this.roles.isIn(claims));
      if (decides || !(error instanceof UpstreamError)) throw error;
      const provider = `oidc/${this.name}`;
      this.logger.warn(
        { provider, reason: error.message },
        'UserInfo cannot be asked: the ID token is used alone',
      );
      return undefined;
    }
  }
}
