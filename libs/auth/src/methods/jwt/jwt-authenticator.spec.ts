import { type JwtConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { ManualClock } from '@pennon/testing';
import { Signer } from '../../../../../test/support/signer';
import { Credential, reasonOf } from '../../credentials/credential';
import { readKeySet, type VerificationKey } from '../../keys/verification-key';
import { fixed, type Source } from '../../keys/source';
import { UpstreamError } from '../../keys/upstream';
import { JwtAuthenticator } from './jwt-authenticator';

const MICROS_PER_SECOND = 1_000_000;

/** Any moment, in seconds since the epoch. */
const NOW = 1_800_000_000;

const signer = new Signer('RS256', 'one');
const config: Pick<
  JwtConfig,
  'algorithms' | 'callers' | 'clockSkew' | 'copyClaims' | 'roleClaim' | 'roles' | 'validateClaims'
> = {
  algorithms: ['RS256'],
  callers: 'programs',
  clockSkew: 60_000,
  copyClaims: true,
  roleClaim: undefined,
  roles: [],
  validateClaims: { issuer: ['me'], subject: undefined, audiences: [] },
};
const claims = { iss: 'me', iat: NOW, exp: NOW + 3600 };

let clock: ManualClock;
let verifications: number;

/** The key of the signer, and a count of how often somebody asks for it. */
const counted: Source<readonly VerificationKey[]> = {
  use: async (attempt) => {
    verifications++;
    return attempt(readKeySet({ keys: [signer.jwk] }));
  },
};

beforeEach(() => {
  clock = new ManualClock(NOW * MICROS_PER_SECOND);
  verifications = 0;
});

/** The credential of a caller who shows this text. */
function shown(text: string): Credential {
  return new Credential('jwt', text, false);
}

/** Why the log says that a token was refused. */
async function reasonFor(authenticator: JwtAuthenticator, text: string): Promise<unknown> {
  const refused = (async () => authenticator.authenticate(shown(text)))();
  await expect(refused).rejects.toThrow('request was not authenticated');
  return refused.catch(reasonOf);
}

describe('a JSON web token', () => {
  it('is somebody’s without a record', async () => {
    const identity = await new JwtAuthenticator(config, clock, counted).authenticate(
      shown(signer.sign(claims)),
    );
    expect(identity).toEqual({
      id: '',
      method: 'jwt',
      subject: expect.stringMatching(/^token [\w-]{12}$/),
      isProgram: true,
      metadata: { 'io.service.auth.jwt.issuer': 'me', 'io.service.auth.claims': JSON.stringify(claims) },
    });
  });

  it('is a person’s where the configuration says so, whatever it claims', async () => {
    const people = new JwtAuthenticator({ ...config, callers: 'people' }, clock, counted);
    const programs = new JwtAuthenticator(config, clock, counted);
    for (const user of [undefined, { email: 'ada@acme.example' }]) {
      const text = signer.sign({ ...claims, user });
      expect(await people.authenticate(shown(text))).toMatchObject({ isProgram: false });
      expect(await programs.authenticate(shown(text))).toMatchObject({ isProgram: true });
    }
  });

  it('is known at once for a minute, and then verified again', async () => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    const text = signer.sign(claims);
    const identity = await authenticator.authenticate(shown(text));
    clock.advance(59 * MICROS_PER_SECOND);
    expect(authenticator.authenticate(shown(text))).toBe(identity);
    clock.advance(2 * MICROS_PER_SECOND);
    expect(authenticator.authenticate(shown(text))).toBeInstanceOf(Promise);
    expect(verifications).toBe(2);
  });

  it('is not known a moment longer than it lasts', async () => {
    const authenticator = new JwtAuthenticator({ ...config, clockSkew: 5000 }, clock, counted);
    const text = signer.sign({ ...claims, exp: NOW + 10 });
    await authenticator.authenticate(shown(text));
    clock.advance(14 * MICROS_PER_SECOND);
    expect(authenticator.authenticate(shown(text))).toMatchObject({ method: 'jwt' });
    clock.advance(2 * MICROS_PER_SECOND);
    expect(await reasonFor(authenticator, text)).toBe('the token has expired');
  });

  it('is another one when a letter of it is', async () => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    const text = signer.sign(claims);
    await authenticator.authenticate(shown(text));
    const [head, , signature] = text.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url');
    expect(await reasonFor(authenticator, `${head}.${payload}.${signature}`)).toBe(
      'no key verifies the signature',
    );
  });

  it.each([
    ['not a signed token', 'svc_abc'],
    ['the algorithm ES256 is not allowed', new Signer('ES256').sign(claims)],
    ['the algorithm is not allowed', signer.sign(claims, { alg: 'a text with a secret' })],
    ['no key verifies the signature', new Signer('RS256').sign(claims)],
    ['no key has the id that the token names', signer.sign(claims, { kid: 'two' })],
    ['the claims must be an object', signer.sign([])],
    ['two claims differ by case alone', signer.sign({ ...claims, ISS: 'me' })],
    ['the token has none of iat, nbf and exp', signer.sign({ iss: 'me' })],
    ['the issuer is another', signer.sign({ ...claims, iss: 'you' })],
  ])('is refused with one text for all reasons, which the log tells apart: %s', async (reason, text) => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    expect(await reasonFor(authenticator, text)).toBe(reason);
  });

  it('by an algorithm that is not allowed has no keys fetched for it', async () => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    await reasonFor(authenticator, new Signer('ES256').sign(claims));
    await reasonFor(authenticator, signer.sign(claims, { alg: 'none' }));
    expect(verifications).toBe(0);
  });

  it('of more than 16 KiB is refused unseen', () => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    expect(() => authenticator.authenticate(shown('x'.repeat(16 * 1024 + 1)))).toThrow(
      'request was not authenticated',
    );
  });

  it('whose signature is good makes nobody ask for newer keys, whatever else is wrong with it', async () => {
    const attempts: unknown[] = [];
    const watched: Source<readonly VerificationKey[]> = {
      use: async (attempt) => {
        const made = attempt(readKeySet({ keys: [signer.jwk] }));
        await made.catch((error: unknown) => attempts.push(error));
        return made;
      },
    };
    const authenticator = new JwtAuthenticator(config, clock, watched);
    await reasonFor(authenticator, signer.sign({ ...claims, iat: NOW - 900, exp: NOW - 600 }));
    await reasonFor(authenticator, signer.sign({ ...claims, iss: 'you' }));
    expect(attempts).toEqual([]);
    await reasonFor(authenticator, new Signer('RS256').sign(claims));
    expect(attempts).toHaveLength(1);
  });

  it.each(['null', '"text"', '17', 'true', '', '{', '\u0000'])(
    'whose payload is %p is refused, also one that calls itself a JWT',
    async (payload) => {
      const authenticator = new JwtAuthenticator(config, clock, counted);
      for (const typ of [undefined, 'JWT']) {
        expect(await reasonFor(authenticator, signer.sign(payload, { typ }))).toMatch(/^the claims|^not a/);
      }
    },
  );

  it('that names no key is verified by whichever key has signed it', async () => {
    const [one, two, edDsa] = [new Signer('RS256'), new Signer('RS256'), new Signer('EdDSA')];
    const keys = readKeySet({ keys: [edDsa.jwk, one.jwk, two.jwk] });
    const authenticator = new JwtAuthenticator(
      { ...config, algorithms: ['RS256', 'EdDSA'] },
      clock,
      fixed(keys),
    );
    for (const each of [one, two, edDsa]) {
      expect(await authenticator.authenticate(shown(each.sign(claims)))).toMatchObject({ method: 'jwt' });
    }
  });

  it('leaves others their turn while many are verified', async () => {
    const authenticator = new JwtAuthenticator(config, clock, counted);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const stranger = new Signer('RS256');
    const forged = Array.from({ length: 50 }, (_, number) => stranger.sign({ ...claims, number }));
    await Promise.all(forged.map(async (text) => reasonFor(authenticator, text)));
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(forged.length);
  });

  it('can be told neither good nor bad when there are no keys to tell by', async () => {
    const unreachable: Source<readonly VerificationKey[]> = {
      use: async () => Promise.reject(new UpstreamError('nobody there')),
    };
    const authenticator = new JwtAuthenticator(config, clock, unreachable);
    const asked = (async () => authenticator.authenticate(shown(signer.sign(claims))))();
    await expect(asked).rejects.toBeInstanceOf(UnavailableError);
    await expect(asked).rejects.toMatchObject({
      message: "the keys that verify JSON web tokens can't be fetched",
      cause: { message: 'nobody there' },
    });
  });

  it('says nothing of the caller’s role where the operator does not want it to', async () => {
    const text = signer.sign({ ...claims, 'io.service.auth.role': 'admin', user: { name: 'Ada' } });
    const strict = new JwtAuthenticator({ ...config, copyClaims: false }, clock, counted);
    const { metadata } = await strict.authenticate(shown(text));
    expect(metadata).toMatchObject({ 'io.service.auth.jwt.name': 'Ada' });
    expect(metadata).not.toHaveProperty(['io.service.auth.role']);
  });

  it('does not hide a bug', async () => {
    const broken: Source<readonly VerificationKey[]> = {
      use: async () => Promise.reject(new TypeError('bug')),
    };
    await expect(
      new JwtAuthenticator(config, clock, broken).authenticate(shown(signer.sign(claims))),
    ).rejects.toThrow('bug');
  });

  it('is the same by a fixed key', async () => {
    const keys = readKeySet({ keys: [new Signer('ES256').jwk, signer.jwk] });
    const text = signer.sign({ ...claims, 'io.flipt.auth.role': 'admin' });
    const byFile = await new JwtAuthenticator(config, clock, fixed(keys)).authenticate(shown(text));
    expect(byFile).toEqual(await new JwtAuthenticator(config, clock, counted).authenticate(shown(text)));
  });
});
