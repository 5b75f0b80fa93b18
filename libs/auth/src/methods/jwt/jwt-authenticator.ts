import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type JwtConfig, readAuthorities, readPublicKey } from '@pennon/config';
import {
  type Clock,
  type JwtIdentity,
  MICROS_PER_SECOND,
  UnauthenticatedError,
  UnavailableError,
} from '@pennon/domain';
import { type Credential, refusal } from '../../credentials/credential';
import type { Authenticator } from '../../gate/auth-gate';
import { InvalidTokenError, readClaims } from '../../keys/claims';
import {
  candidateKeys,
  MAX_TOKEN_LENGTH,
  payloadOf,
  readSignedToken,
  unverified,
} from '../../keys/signed-token';
import { Fetched, fixed, type Source } from '../../keys/source';
import {
  credentialIn,
  exchangeJson,
  ProviderSetupError,
  UpstreamError,
  UpstreamStatusError,
} from '../../keys/upstream';
import { readKeySet, type VerificationKey } from '../../keys/verification-key';
import { runStrategy } from '../login/run-strategy';
import { type JwtAttempt, type JwtRules, JwtStrategy, type VerifiedJwt } from './jwt-strategy';

/**
 * The keys of the issuer of tokens: from its URL, when they are first needed, or from a file, now.
 *
 * @throws Error if a file can't be used.
 */
export function issuerKeys({
  jwksUrl,
  publicKeyFile,
  caPath,
  tokenPath,
}: JwtConfig): Source<readonly VerificationKey[]> {
  if (jwksUrl === undefined) return fixed([{ id: undefined, ...readPublicKey(publicKeyFile ?? '') }]);
  const url = new URL(jwksUrl);
  const ca = caPath === undefined ? undefined : readAuthorities(caPath);
  const fetch = async (): Promise<readonly VerificationKey[]> => {
    const headers = tokenPath === undefined ? {} : await credentialIn(tokenPath);
    const document = await exchangeJson({ url, headers, ca }).catch((error: unknown) => {
      throw refusedKeys(url, tokenPath, error) ?? error;
    });
    return readKeySet(document);
  };
  return new Fetched({ name: 'the keys of JSON web tokens', fetch });
}

/** What a cluster allows with this role, and by default to no anonymous caller. */
const DISCOVERY_ROLE = 'system:service-account-issuer-discovery';

/** What to do when keys are refused to this service; undefined where they could not be fetched for another reason. */
function refusedKeys(url: URL, tokenPath: string | undefined, error: unknown): UpstreamError | undefined {
  const cause = error instanceof UpstreamError ? error.cause : undefined;
  const status = cause instanceof UpstreamStatusError ? cause.status : 0;
  if (status !== 401 && status !== 403) return undefined;
  const section = 'authentication.methods.jwt';
  const advice =
    tokenPath === undefined
      ? `if this is a Kubernetes cluster, set ${section}.token_path and .ca_path, and bind ${DISCOVERY_ROLE}`
      : status === 401
        ? `the token of ${section}.token_path is not accepted`
        : `bind the account of ${section}.token_path to ${DISCOVERY_ROLE}`;
  return new ProviderSetupError(`${url.origin}${url.pathname} answers ${status}: ${advice}`);
}

/** Most verified tokens at hand, and their characters together; the least used make room. */
const MAX_TOKENS = 10_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * Tells whose a JSON web token is. Nothing is stored of one.
 *
 * Verified tokens are kept at hand for a minute, under their hash, so that a token in steady use costs no waiting.
 */
export class JwtAuthenticator implements Authenticator {
  private readonly verified = new LRUCache<string, VerifiedJwt>({ max: MAX_TOKENS, maxSize: MAX_CHARACTERS });
  private readonly strategy: JwtStrategy;
  private lastTurn = Promise.resolve();

  /** @param needsRole Whether callers can do nothing but evaluate without a role. */
  constructor(
    private readonly rules: JwtRules,
    private readonly clock: Clock,
    private readonly keys: Source<readonly VerificationKey[]>,
    needsRole = false,
  ) {
    this.strategy = new JwtStrategy(rules, clock, needsRole);
  }

  /**
   * @returns at once when the token was verified a short while ago.
   * @throws UnauthenticatedError if it is not good.
   * @throws UnavailableError if there are no keys to tell by.
   */
  authenticate(credential: Credential): JwtIdentity | Promise<JwtIdentity> {
    if (credential.text.length > MAX_TOKEN_LENGTH) throw refusal('the token is too long');
    const { hash } = credential;
    const known = this.verified.get(hash);
    const isKnown = known !== undefined && this.clock.now() / MICROS_PER_SECOND <= known.goodUntil;
    return isKnown ? known.identity : this.verifyAndKeep(credential);
  }

  private async verifyAndKeep({ text, hash }: Credential): Promise<JwtIdentity> {
    try {
      const verified = await this.verify(text);
      this.verified.set(hash, verified, { size: text.length });
      return verified.identity;
    } catch (error) {
      if (error instanceof InvalidTokenError) throw new UnauthenticatedError(undefined, { cause: error });
      if (!(error instanceof UpstreamError)) throw error;
      throw new UnavailableError("the keys that verify JSON web tokens can't be fetched", { cause: error });
    }
  }

  private async verify(text: string): Promise<VerifiedJwt> {
    const token = readSignedToken(text, this.rules.algorithms);
    const claims = readClaims(payloadOf(token));
    const verdict = await this.keys.use(async (keys) => this.tryKeys({ token, claims }, keys));
    if (verdict instanceof InvalidTokenError) throw verdict;
    return verdict;
  }

  /** @throws InvalidTokenError if no key has signed the token, which newer keys may change; no other refusal. */
  private async tryKeys(
    attempt: Omit<JwtAttempt, 'key'>,
    keys: readonly VerificationKey[],
  ): Promise<VerifiedJwt | InvalidTokenError> {
    for (const key of candidateKeys(attempt.token, keys, this.rules.algorithms)) {
      await this.ownTurn();
      const outcome = await runStrategy(this.strategy, { ...attempt, key });
      if (outcome.kind === 'success') return outcome.user as VerifiedJwt;
      if (outcome.kind === 'fail' && outcome.reason instanceof InvalidTokenError) return outcome.reason;
    }
    throw unverified(attempt.token, keys);
  }

  /** A turn of the event loop for one verification: passport-jwt blocks it, up to milliseconds for ES512. */
  private async ownTurn(): Promise<void> {
    this.lastTurn = this.lastTurn.then(async () => nextTurn());
    return this.lastTurn;
  }
}
