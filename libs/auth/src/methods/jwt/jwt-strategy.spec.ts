import { createHmac } from 'node:crypto';
import { type SignatureAlgorithm } from '@pennon/config';
import { ManualClock } from '@pennon/testing';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { Signer, signedBy, type TestAlgorithm } from '../../../../../test/support/signer';
import { readClaims } from '../../keys/claims';
import { readKeySet } from '../../keys/verification-key';
import { payloadOf, verifySignature } from '../../keys/signed-token';
import { runStrategy } from '../login/run-strategy';
import { JwtStrategy } from './jwt-strategy';

const MICROS_PER_SECOND = 1_000_000;

/** Any moment, in seconds since the epoch. */
const NOW = 1_800_000_000;

const algorithms: readonly TestAlgorithm[] = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];
const rules = {
  algorithms: algorithms as readonly SignatureAlgorithm[],
  callers: 'programs' as const,
  clockSkew: 60_000,
  copyClaims: true,
  roleClaim: undefined,
  roles: [],
  validateClaims: { issuer: ['me'], subject: undefined, audiences: ['flags'] },
};
const claims = { iss: 'me', aud: 'flags', iat: NOW, exp: NOW + 3600 };
const strategy = new JwtStrategy(rules, new ManualClock(NOW * MICROS_PER_SECOND));

/** A token and a key as the strategy gets them, whatever they are. */
function attemptOf(text: string, signer: Signer) {
  const [key] = readKeySet({ keys: [signer.jwk] });
  if (key === undefined) throw new Error('the signer has no key');
  const { alg } = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()) as {
    alg: string;
  };
  const token = { text, algorithm: alg, keyId: undefined };
  return { token, claims: readClaims(payloadOf(token)), key };
}

async function outcomeOf(text: string, signer: Signer): Promise<object> {
  return runStrategy(strategy, attemptOf(text, signer));
}

describe('the strategy of JSON web tokens', () => {
  it('is that of passport-jwt, and registered nowhere', () => {
    expect(strategy).toBeInstanceOf(Strategy);
    expect(passport).not.toHaveProperty('_strategies.jwt');
  });

  describe.each(algorithms)('by %s', (algorithm) => {
    const signer = new Signer(algorithm);
    const text = signer.sign(claims);
    const [head, , signature] = text.split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, role: 'admin' })).toString('base64url');

    it('accepts what the key has signed, for a minute', async () => {
      const outcome = await outcomeOf(text, signer);
      expect(outcome).toMatchObject({ kind: 'success', user: { identity: { method: 'jwt' } } });
      expect(outcome).toHaveProperty('user.goodUntil', expect.closeTo(NOW + 60, 1));
    });

    it.each([
      ['of another key', new Signer(algorithm).sign(claims)],
      ['of other claims', `${head}.${other}.${signature}`],
      ['of another algorithm', signer.sign(claims, { alg: algorithm === 'ES512' ? 'ES256' : 'ES512' })],
      ['of a length that none has', `${text}AAAA`],
      ['of nobody', signedBy({ alg: 'none' }, claims, () => Buffer.alloc(64))],
      ['by a secret', signedBy({ alg: 'HS256' }, claims, (input) => mac(signer, input))],
    ])('fails at a signature %s, as jose does', async (_, forged) => {
      const attempt = attemptOf(forged, signer);
      const outcome = await runStrategy(strategy, attempt);
      expect(outcome).toMatchObject({ kind: 'fail' });
      expect(outcome).not.toHaveProperty('reason.name', 'InvalidTokenError');
      await expect(verifySignature(attempt.token, [attempt.key], algorithms)).rejects.toThrow('no key');
    });

    it.each([
      ['the token has expired', { ...claims, iat: NOW - 300, exp: NOW - 61 }],
      ['the token is not good yet', { ...claims, nbf: NOW + 61 }],
      ['the token has none of iat, nbf and exp', { ...claims, iat: undefined, exp: undefined }],
      ['exp must be a time', { ...claims, exp: `${NOW}` }],
      ['the issuer is another', { ...claims, iss: 'you' }],
      ['the token is for another audience', { ...claims, aud: 'other' }],
    ])('fails because %s', async (reason, refused) => {
      expect(await outcomeOf(signer.sign(refused), signer)).toMatchObject({
        kind: 'fail',
        reason: { name: 'InvalidTokenError', message: reason },
      });
    });

    it('leaves the time to the rules, whose clock may be another than that of the machine', async () => {
      const early = new JwtStrategy(rules, new ManualClock(1000 * MICROS_PER_SECOND));
      for (const times of [{ exp: 1000 }, { exp: 941, iat: 0 }, { nbf: 1059, exp: 2000, iat: 1 }]) {
        const attempt = attemptOf(signer.sign({ ...claims, iat: undefined, ...times }), signer);
        expect(await runStrategy(early, attempt)).toMatchObject({ kind: 'success' });
      }
    });
  });

  it('needs jose for EdDSA, which passport-jwt does not verify', async () => {
    const signer = new Signer('EdDSA');
    const plain = new Strategy(
      {
        jwtFromRequest: () => signer.sign(claims),
        secretOrKey: signer.pem(),
        algorithms: ['EdDSA' as 'RS256'],
      },
      (payload: object, done) => {
        done(null, payload);
      },
    );
    expect(await runStrategy(plain, {})).toMatchObject({
      kind: 'fail',
      reason: { message: 'Unknown key type "ed25519".' },
    });
  });
});

/** What somebody makes who has the public key, and takes it for a secret. */
function mac(signer: Signer, input: Buffer): Buffer {
  return createHmac('sha256', signer.pem()).update(input).digest();
}
