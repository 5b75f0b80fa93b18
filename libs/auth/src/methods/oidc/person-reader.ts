import { Logger } from '@nestjs/common';
import type { AuthenticationMetadata } from '@pennon/domain';
import { assertBoundedDepth, type Claims, InvalidTokenError, isObject } from '../../keys/claims';
import { UpstreamError } from '../../keys/upstream';
import type { ClaimRoles } from '../../roles/role-assignment';
import { askProvider, parseJson, upstreamError } from '../login/provider-client';
import type { EmailPolicy } from './email-policy';
import { isSaid, isTrue, oidcMetadata } from './oidc-metadata';
import type { IdTokens } from './id-tokens';
import type { Exchanged, StrategySettings } from './oidc-strategy';

/**
 * Asks a provider's UserInfo endpoint what it says of a person (OpenID Connect Core 1.0, 5.3).
 *
 * @param subject Whom the ID token is about.
 * @param tokens Verifies an answer that is signed (`application/jwt`).
 * @throws InvalidTokenError if the answer is about somebody else, or its signature is not good.
 * @throws UpstreamError if the provider cannot be asked, or answers neither JSON nor a signed token.
 */
async function askUserInfo(
  url: URL,
  accessToken: string,
  subject: unknown,
  tokens: IdTokens,
): Promise<Claims> {
  const asked = { url, headers: { Authorization: `Bearer ${accessToken}` } };
  const { status, headers, body } = await askProvider(asked);
  if (status !== 200) throw upstreamError(url, `answers ${status}`);
  const isSigned = /^application\/jwt\b/i.test(headers['content-type'] ?? '');
  const claims = isSigned ? await tokens.verifyUserInfo(body.trim()) : parseJson(url, body);
  if (!isObject(claims)) throw upstreamError(url, 'does not answer an object');
  if (claims.sub !== subject) throw new InvalidTokenError('UserInfo is about another subject');
  assertBoundedDepth(claims);
  return claims;
}

/**
 * What an ID token and UserInfo say together. Where both speak, the ID token counts; whether an address is verified is
 * said of that address and of no other.
 */
function joinedClaims(token: Claims, info: Claims): Claims {
  const said = Object.fromEntries(Object.entries(token).filter(([, value]) => isSaid(value)));
  return { ...info, ...said, email_verified: verificationOf(token, info) };
}

function verificationOf(token: Claims, info: Claims): unknown {
  const values = [token.email_verified, info.email_verified].filter(isSaid);
  // The token does not say which address it means: one voice against it is enough.
  if (!isSaid(token.email)) return values.find((value) => !isTrue(value)) ?? values[0];
  return token.email === info.email ? values[0] : (token.email_verified ?? undefined);
}

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
   * @throws InvalidTokenError if UserInfo is about another subject.
   * @throws UpstreamError if UserInfo has to be asked and cannot be.
   */
  async metadataOf(exchanged: Exchanged, settings: StrategySettings): Promise<AuthenticationMetadata> {
    const { claims } = exchanged;
    const info = this.isWhole(claims) ? undefined : await this.ask(exchanged, settings);
    const said = info === undefined ? claims : joinedClaims(claims, info);
    const sources = info === undefined ? [claims] : [claims, info];
    return oidcMetadata(this.name, said, this.roles.of(...sources), this.roles.groupsOf(...sources));
  }

  private isWhole(claims: Claims): boolean {
    return wantedClaims.every((name) => isSaid(claims[name])) && this.roles.isIn(claims);
  }

  /** Without an answer the person is known by less, and may do less; it ends the login only if it decides. */
  private async ask(
    { claims, accessToken }: Exchanged,
    { description: { userInfoEndpoint: url }, idTokens }: StrategySettings,
  ): Promise<Claims | undefined> {
    if (url === undefined) return undefined;
    try {
      return await askUserInfo(url, accessToken, claims.sub, idTokens);
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
