import { assertBoundedDepth, type Claims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { isObject } from '../keys/is-object';
import { askProvider, parseJson, upstreamError } from '../login/provider-client';
import { isSaid, isTrue } from './oidc-metadata';

/**
 * Asks a provider's UserInfo endpoint what it says of a person (OpenID Connect Core 1.0, 5.3).
 *
 * @param subject Whom the ID token is about.
 * @throws InvalidTokenError if the answer is about somebody else.
 * @throws UpstreamError if the provider cannot be asked, or does not answer JSON: signed answers are not supported.
 */
export async function askUserInfo(url: URL, accessToken: string, subject: unknown): Promise<Claims> {
  const { status, body } = await askProvider({ url, headers: { Authorization: `Bearer ${accessToken}` } });
  if (status !== 200) throw upstreamError(url, `answers ${status}`);
  const claims = parseJson(url, body);
  if (!isObject(claims)) throw upstreamError(url, 'does not answer an object');
  if (claims.sub !== subject) throw new InvalidTokenError('UserInfo is about somebody else');
  assertBoundedDepth(claims);
  return claims;
}

/**
 * What an ID token and UserInfo say together. Where both speak, the ID token counts; whether an address is verified is
 * said of that address and of no other.
 */
export function joinedClaims(token: Claims, info: Claims): Claims {
  const said = Object.fromEntries(Object.entries(token).filter(([, value]) => isSaid(value)));
  return { ...info, ...said, email_verified: verificationOf(token, info) };
}

function verificationOf(token: Claims, info: Claims): unknown {
  const values = [token.email_verified, info.email_verified].filter(isSaid);
  // The token does not say which address it means: one voice against it is enough.
  if (!isSaid(token.email)) return values.find((value) => !isTrue(value)) ?? values[0];
  return token.email === info.email ? values[0] : (token.email_verified ?? undefined);
}
