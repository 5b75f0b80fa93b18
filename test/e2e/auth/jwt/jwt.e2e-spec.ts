import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checklistByGrpc,
  checklistRequests,
  selfByGrpc,
  selfByHttp,
} from '../../../support/authenticated-calls';
import { eventually } from '../../../support/eventually';
import { FakeIssuer } from '../../../support/fake-issuer';
import { jsonOf, jsonRequest } from '../../../support/http';
import { nowInSeconds, Signer, signedBy, type TestAlgorithm } from '../../../support/signer';
import { useServer, type SharedServer } from '../../../support/use-server';

const ISSUER = 'https://issuer.example';
const METHOD = 'PENNON_AUTHENTICATION_METHODS_JWT';

const baseEnv = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '0',
  [`${METHOD}_ENABLED`]: 'true',
  [`${METHOD}_VALIDATE_CLAIMS_ISSUER`]: ISSUER,
  [`${METHOD}_VALIDATE_CLAIMS_AUDIENCES`]: 'flags, toggles',
};

/** Claims of a good token. */
function claimsWith(changes: object = {}): object {
  const now = nowInSeconds();
  return { iss: ISSUER, aud: 'flags', iat: now, exp: now + 600, ...changes };
}

/** What both doors make of a token: metadata, the same on both, or null. */
async function ask(server: SharedServer, token: string): Promise<object | null> {
  const byHttp = await selfByHttp(server, `JWT ${token}`);
  const byGrpc = await selfByGrpc(server.grpcAddress, `JWT ${token}`);
  expect(byGrpc).toEqual(byHttp?.metadata ?? null);
  return byHttp?.metadata ?? null;
}

const algorithms = ['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA'] as const;
const signers = new Map<TestAlgorithm, Signer>(
  algorithms.map((name) => [name, new Signer(name, `key-${name}`)]),
);
/** Their keys are published, and they sign by what is not on the list. */
const unlisted = new Map<TestAlgorithm, Signer>(
  (['RS384', 'PS256', 'ES384'] as const).map((name) => [name, new Signer(name, `key-${name}`)]),
);
const rsa = signers.get('RS256') ?? new Signer('RS256');

describe('JSON web tokens by the keys of a URL', () => {
  const issuer = new FakeIssuer();
  issuer.signers = [...signers.values(), ...unlisted.values()];
  beforeAll(async () => issuer.start());
  afterAll(async () => issuer.stop());
  const server = useServer(() => ({ ...baseEnv, [`${METHOD}_JWKS_URL`]: issuer.jwksUrl }));

  afterAll(() => {
    expect(server.logged('ERROR')).toEqual([]);
  });

  test.each(algorithms)('a token signed by %s is accepted', async (algorithm) => {
    expect(await ask(server, signers.get(algorithm)?.sign(claimsWith()) ?? '')).not.toBeNull();
  });

  test('a token need not name its key', async () => {
    expect(await ask(server, rsa.sign(claimsWith(), { kid: undefined }))).not.toBeNull();
  });

  const now = nowInSeconds();
  const pem = rsa.pem();
  const hmac = (input: Buffer): Buffer => createHmac('sha256', pem).update(input).digest();
  const [head, , signature] = rsa.sign(claimsWith()).split('.');
  const forgedPayload = Buffer.from(JSON.stringify(claimsWith({ 'io.flipt.auth.role': 'admin' }))).toString(
    'base64url',
  );
  const stranger = new Signer('RS256', 'key-RS256');

  test.each<[string, string]>([
    ['HS256 with the public key for its secret', signedBy({ alg: 'HS256' }, claimsWith(), hmac)],
    ['HS256 that names the key', signedBy({ alg: 'HS256', kid: 'key-RS256' }, claimsWith(), hmac)],
    ['alg none without a signature', `${unsigned('none')}.`],
    ['alg none with one', `${unsigned('none')}.AAAA`],
    ['alg NONE', `${unsigned('NONE')}.AAAA`],
    ['RS384 by a key of another algorithm', rsa.sign(claimsWith(), { alg: 'RS384' })],
    ...[...unlisted].map(([name, signer]): [string, string] => [name, signer.sign(claimsWith())]),
    ['a key that the token brings along', stranger.sign(claimsWith(), { jwk: stranger.jwk, kid: undefined })],
    ['a key that the token points to', stranger.sign(claimsWith(), { jku: 'https://evil.example/keys' })],
    ['a certificate that the token points to', stranger.sign(claimsWith(), { x5u: 'https://evil.example/' })],
    ['another key', stranger.sign(claimsWith())],
    ['the name of another key', rsa.sign(claimsWith(), { kid: 'key-RS512' })],
    ['the name of no key', rsa.sign(claimsWith(), { kid: 'unknown' })],
    ['a changed payload', `${head}.${forgedPayload}.${signature}`],
    ['an extension that must be understood', rsa.sign(claimsWith(), { crit: ['b64'], b64: true })],
    ['its end in the past', rsa.sign(claimsWith({ iat: now - 600, exp: now - 120 }))],
    ['its beginning in the future', rsa.sign(claimsWith({ iat: now + 300, exp: now + 900 }))],
    ['nbf in the future', rsa.sign(claimsWith({ nbf: now + 300 }))],
    ['iat of long ago and no exp', rsa.sign(claimsWith({ iat: now - 300, exp: undefined }))],
    ['no time at all', rsa.sign(claimsWith({ iat: undefined, exp: undefined }))],
    ['another issuer', rsa.sign(claimsWith({ iss: `${ISSUER}/` }))],
    ['another audience', rsa.sign(claimsWith({ aud: 'flags,' }))],
    ['no audience', rsa.sign(claimsWith({ aud: undefined }))],
    ['a second issuer in capitals', rsa.sign(claimsWith({ ISS: ISSUER }))],
    ['its audience in capitals', rsa.sign(claimsWith({ aud: undefined, Aud: 'flags' }))],
    ['no claims', rsa.sign('')],
    ['claims that are a list', rsa.sign([])],
    ['nothing of a token', 'token'],
  ])('a token is refused with %s', async (_, token) => {
    expect(await ask(server, token)).toBeNull();
  });

  test('a token above 16 KiB is refused', async () => {
    const large = rsa.sign(claimsWith({ padding: 'x'.repeat(13_000) }));
    expect(large.length).toBeGreaterThan(16 * 1024);
    expect(await selfByGrpc(server.grpcAddress, `JWT ${large}`)).toBeNull();
  });

  test('any of the audiences does', async () => {
    expect(await ask(server, rsa.sign(claimsWith({ aud: ['other', 'toggles'] })))).not.toBeNull();
  });

  test('the clock may be off by a minute', async () => {
    expect(await ask(server, rsa.sign(claimsWith({ iat: now + 50, exp: now + 60 })))).not.toBeNull();
    expect(await ask(server, rsa.sign(claimsWith({ iat: now - 100, exp: now - 30 })))).not.toBeNull();
  });

  test('the scheme may be written in any case', async () => {
    const token = rsa.sign(claimsWith());
    for (const scheme of ['JWT', 'jwt', 'Jwt'])
      expect(await selfByHttp(server, `${scheme} ${token}`)).not.toBeNull();
  });

  test('a JWT is no client token', async () => {
    const token = rsa.sign(claimsWith());
    expect(await selfByHttp(server, `Bearer ${token}`)).toBeNull();
    expect(await selfByGrpc(server.grpcAddress, `Bearer ${token}`)).toBeNull();
    const cookie = { Cookie: `service_client_token=${token}` };
    expect((await server.send({ path: '/auth/v1/self', headers: cookie })).status).toBe(401);
  });

  test('self shows the claims, in both spellings, and no record', async () => {
    const user = { email: 'ada@example.com', sub: '42', image: 'https://i', name: 'Ada', role: 'editor' };
    const claims = claimsWith({ user, 'io.flipt.auth.role': 'viewer', 'io.service.auth.teams': ['a', 'b'] });
    const entries = Object.entries({
      'jwt.issuer': ISSUER,
      'jwt.email': 'ada@example.com',
      'jwt.sub': '42',
      'jwt.picture': 'https://i',
      'jwt.name': 'Ada',
      'jwt.role': 'editor',
      role: 'viewer',
      teams: '["a","b"]',
      claims: JSON.stringify(claims),
    });
    expect(await selfByHttp(server, `JWT ${rsa.sign(claims)}`)).toEqual({
      id: '',
      method: 'METHOD_JWT',
      metadata: Object.fromEntries(
        entries.flatMap(([key, value]) => [
          [`io.service.auth.${key}`, value],
          [`io.flipt.auth.${key}`, value],
        ]),
      ),
    });
  });

  test('a claim does not bind, nor make somebody else of, the caller', async () => {
    const keys = [
      'token.namespace',
      'orchestrator.namespace',
      'k8s.pod.name',
      'oidc.email',
      'codehost.teams',
      'github.sub',
    ];
    const claims = Object.fromEntries(
      keys.flatMap((key) => [
        [`io.service.auth.${key}`, 'other'],
        [`io.flipt.auth.${key}`, 'other'],
      ]),
    );
    const metadata = (await ask(server, rsa.sign(claimsWith(claims)))) ?? {};
    expect(Object.keys(metadata).sort()).toEqual([
      'io.flipt.auth.claims',
      'io.flipt.auth.jwt.issuer',
      'io.service.auth.claims',
      'io.service.auth.jwt.issuer',
    ]);
  });

  describe('a JWT client passes the reads of the checklist', () => {
    const token = rsa.sign(claimsWith());
    beforeAll(async () => {
      const headers = { authorization: `JWT ${token}` };
      await server.send({
        ...jsonRequest('POST', '/api/v1/namespaces', { key: 'production', name: 'p' }),
        headers,
      });
    });

    test.each(['', 'default', 'production'])('in namespace %p', async (namespaceKey) => {
      for (const request of checklistRequests(namespaceKey)) {
        const headers = { authorization: `JWT ${token}` };
        expect([request.path, (await server.send(request)).status]).toEqual([request.path, 401]);
        expect([200, 400, 404]).toContain((await server.send({ ...request, headers })).status);
      }
      const codes = await checklistByGrpc(server.grpcAddress, namespaceKey, `JWT ${token}`);
      expect(codes).not.toContain(16);
      expect(new Set(await checklistByGrpc(server.grpcAddress, namespaceKey, 'JWT token'))).toEqual(
        new Set([16]),
      );
    });
  });

  test('a JWT is in no list and cannot be made to expire', async () => {
    const headers = { authorization: `JWT ${rsa.sign(claimsWith())}` };
    const list = await server.send({ path: '/auth/v1/tokens?method=METHOD_JWT', headers });
    expect(jsonOf(list)).toEqual({ authentications: [], nextPageToken: '' });
    const expired = await server.send({ verb: 'PUT', path: '/auth/v1/self/expire', headers });
    expect([expired.status, jsonOf(expired)]).toEqual([200, {}]);
    expect((await server.send({ path: '/auth/v1/self', headers })).status).toBe(200);
  });

  test('the method is listed, and not offered to browsers', async () => {
    const { methods } = jsonOf(await server.send({ path: '/auth/v1/method' })) as { methods: object[] };
    expect(methods.at(-1)).toEqual({ method: 'METHOD_JWT', enabled: true, sessionCompatible: false });
  });

  test('a new key is found, the old one is done with, and bad tokens do not make the issuer work', async () => {
    const token = rsa.sign(claimsWith({ jti: 'before' }));
    expect(await ask(server, token)).not.toBeNull();
    const next = new Signer('ES256', 'next');
    issuer.signers = [next];
    await eventually(async () => {
      expect(await ask(server, next.sign(claimsWith()))).not.toBeNull();
    });
    expect(await ask(server, rsa.sign(claimsWith({ jti: 'after' })))).toBeNull();
    const { fetches } = issuer;
    const started = Date.now();
    await Promise.all(
      Array.from({ length: 200 }, async () => selfByHttp(server, `JWT ${stranger.sign(claimsWith())}`)),
    );
    expect(issuer.fetches - fetches).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - started) / 5000));
  });

  test('tokens that are known go on when the issuer is gone; others get 503, and the log says why', async () => {
    const next = new Signer('EdDSA', 'last');
    issuer.signers = [...issuer.signers, next];
    const token = next.sign(claimsWith());
    await eventually(async () => {
      expect(await ask(server, token)).not.toBeNull();
    });
    await issuer.stop();
    expect(await ask(server, token)).not.toBeNull();
    expect(await ask(server, next.sign(claimsWith({ jti: 'new' })))).not.toBeNull();
    await eventually(async () => {
      const unknown = `JWT ${new Signer('EdDSA', 'unknown').sign(claimsWith())}`;
      expect((await server.send({ path: '/auth/v1/self', headers: { Authorization: unknown } })).status).toBe(
        503,
      );
      expect(server.logged('WARN').join('\n')).toContain('the keys of JSON web tokens cannot be fetched');
    });
    expect(server.logged().join('\n')).not.toContain(token);
    await issuer.start();
  });
});

describe('JSON web tokens while the issuer is not there', () => {
  const issuer = new FakeIssuer();
  issuer.signers = [rsa];
  beforeAll(async () => {
    await issuer.start();
    await issuer.stop();
  });
  afterAll(async () => issuer.stop());
  const server = useServer(() => ({ ...baseEnv, [`${METHOD}_JWKS_URL`]: issuer.jwksUrl }));

  test('they get 503, and are accepted when it is', async () => {
    const token = rsa.sign(claimsWith());
    const headers = { Authorization: `JWT ${token}` };
    expect((await server.send({ path: '/auth/v1/self', headers })).status).toBe(503);
    await issuer.start();
    await eventually(async () => {
      expect(await ask(server, token)).not.toBeNull();
    });
    expect(server.logged('ERROR')).toEqual([]);
  });
});

describe.each(['RS256', 'ES256', 'EdDSA'] as const)(
  'JSON web tokens by the %s key of a file',
  (algorithm) => {
    const signer = new Signer(algorithm);
    const directory = mkdtempSync(join(tmpdir(), 'pennon-jwt-'));
    const file = join(directory, 'key.pem');
    // The reference writes a label in lower case.
    writeFileSync(file, signer.pem('public key'));
    afterAll(() => {
      rmSync(directory, { recursive: true });
    });
    const server = useServer({ ...baseEnv, [`${METHOD}_PUBLIC_KEY_FILE`]: file });

    test('are accepted as by the keys of a URL', async () => {
      const claims = claimsWith({ 'io.flipt.auth.role': 'admin' });
      expect(await ask(server, signer.sign(claims, { kid: 'whatever' }))).toMatchObject({
        'io.service.auth.role': 'admin',
        'io.service.auth.jwt.issuer': ISSUER,
      });
      expect(await ask(server, signer.sign(claimsWith({ iss: 'other' })))).toBeNull();
      expect(await ask(server, signer.sign(claimsWith({ aud: 'other' })))).toBeNull();
      expect(await ask(server, new Signer(algorithm).sign(claimsWith()))).toBeNull();
    });
  },
);

describe('without required authentication', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-jwt-'));
  const file = join(directory, 'key.pem');
  writeFileSync(file, rsa.pem());
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });
  const server = useServer({ [`${METHOD}_ENABLED`]: 'true', [`${METHOD}_PUBLIC_KEY_FILE`]: file });

  test('a JWT is not looked at', async () => {
    const answer = await server.send({
      path: '/auth/v1/self',
      headers: { authorization: `JWT ${rsa.sign(claimsWith())}` },
    });
    expect(answer.status).toBe(401);
  });
});

function unsigned(alg: string): string {
  return signedBy({ alg }, claimsWith(), () => Buffer.alloc(0)).replace(/\.$/, '');
}
