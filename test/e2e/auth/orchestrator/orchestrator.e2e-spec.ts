import { status } from '@grpc/grpc-js';
import { fliptAuth } from '@pennon/proto';
import {
  checklistByGrpc,
  checklistRequests,
  selfByGrpc,
  selfByHttp,
  type Self,
} from '../../../support/authenticated-calls';
import { bearing } from '../../../support/auth-server';
import { eventually } from '../../../support/eventually';
import { CLUSTER_ISSUER, useFakeCluster, type FakeCluster } from '../../../support/fake-cluster';
import { useGrpcClient } from '../../../support/grpc-use-client';
import { jsonOf, jsonRequest, type Answer, type Api, type Request } from '../../../support/http';
import { nowInSeconds, Signer } from '../../../support/signer';
import { useServer, type SharedServer } from '../../../support/use-server';

const PATH = '/auth/v1/method/orchestrator/serviceaccount';
const ALIAS_PATH = '/auth/v1/method/kubernetes/serviceaccount';
const METHOD = 'PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR';
const WARNING = 'every workload of the cluster can log in';

const invalid = { code: 16, message: 'verifying service account: token is not valid', details: [] };
const unavailable = {
  code: 14,
  message: 'verifying service account: the issuer cannot be reached',
  details: [],
};

/** What a login answers. */
interface Login {
  readonly clientToken: string;
  readonly authentication: Self & { readonly createdAt: string; readonly expiresAt: string };
}

function envFor(cluster: FakeCluster, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '0',
    PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '0',
    [`${METHOD}_ENABLED`]: 'true',
    [`${METHOD}_DISCOVERY_URL`]: cluster.url,
    [`${METHOD}_CA_PATH`]: cluster.certificates.caFile,
    [`${METHOD}_SERVICE_ACCOUNT_TOKEN_PATH`]: cluster.tokenFile,
    ...more,
  };
}

async function exchange(server: Api, token: string, path = PATH): Promise<Answer> {
  return server.send(jsonRequest('POST', path, { service_account_token: token }));
}

/** The outcome of an exchange, status and JSON. */
async function outcome(server: Api, token: string): Promise<readonly unknown[]> {
  const answer = await exchange(server, token);
  return [answer.status, jsonOf(answer)];
}

async function logIn(server: Api, token: string, path = PATH): Promise<Login> {
  const answer = await exchange(server, token, path);
  expect([answer.status, answer.body.toString()]).toEqual([200, expect.any(String)]);
  return jsonOf(answer) as Login;
}

function metadata(prefix: string): Record<string, string> {
  return {
    [`${prefix}.issuer`]: CLUSTER_ISSUER,
    [`${prefix}.namespace`]: 'shop',
    [`${prefix}.pod.name`]: 'checkout-1',
    [`${prefix}.pod.uid`]: 'pod-uid',
    [`${prefix}.serviceaccount.name`]: 'checkout',
    [`${prefix}.serviceaccount.uid`]: 'account-uid',
  };
}

const canonical = metadata('io.service.auth.orchestrator');
const alias = metadata('io.flipt.auth.k8s');

describe('the login of a workload', () => {
  const cluster = useFakeCluster();
  const server: SharedServer = useServer(() => envFor(cluster));
  const grpc = useGrpcClient(server);
  const { verifyServiceAccount } = fliptAuth.AuthenticationMethodKubernetesService.method;

  beforeEach(() => {
    cluster.requests.length = 0;
    cluster.intercept = () => false;
    cluster.discovery = {};
  });

  afterAll(() => {
    expect(server.logged('ERROR')).toEqual([]);
  });

  test('gives a record with the exact metadata, until the token expires', async () => {
    const exp = nowInSeconds() + 1234;
    const answer = await exchange(server, cluster.tokenOf({ exp }));
    expect([answer.status, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    const { clientToken, authentication } = jsonOf(answer) as Login;
    expect(authentication).toEqual({
      id: expect.any(String),
      method: 'METHOD_ORCHESTRATOR',
      expiresAt: new Date(exp * 1000).toISOString().replace('.000Z', 'Z'),
      createdAt: expect.any(String),
      updatedAt: authentication.createdAt,
      metadata: canonical,
    });
    expect(await selfByHttp(server, `Bearer ${clientToken}`)).toMatchObject({
      id: authentication.id,
      method: 'METHOD_ORCHESTRATOR',
      metadata: { ...canonical, ...alias },
    });
    expect(await selfByGrpc(server.grpcAddress, `Bearer ${clientToken}`)).toEqual({ ...canonical, ...alias });
  });

  test('the path of the alias speaks in aliases alone', async () => {
    const { clientToken, authentication } = await logIn(server, cluster.tokenOf(), ALIAS_PATH);
    expect(authentication).toMatchObject({ method: 'METHOD_KUBERNETES' });
    expect(authentication.metadata).toEqual(alias);
    expect(await selfByHttp(server, `Bearer ${clientToken}`)).toMatchObject({
      method: 'METHOD_ORCHESTRATOR',
    });
    const pretty = await exchange(server, cluster.tokenOf(), `${ALIAS_PATH}?pretty`);
    expect(pretty.body.toString()).toContain('\n    "method": "METHOD_KUBERNETES"');
  });

  test('gRPC speaks in both', async () => {
    const exp = nowInSeconds() + 100;
    const answer = await grpc().call(verifyServiceAccount, { serviceAccountToken: cluster.tokenOf({ exp }) });
    expect(answer).toMatchObject({
      message: {
        clientToken: expect.stringMatching(/^svc_/),
        authentication: {
          method: 3,
          expiresAt: { seconds: BigInt(exp), nanos: 0 },
          metadata: { ...canonical, ...alias },
        },
      },
    });
  });

  test('takes the token in either casing, and with white space around it', async () => {
    const token = `\n ${cluster.tokenOf()} \n`;
    for (const body of [{ service_account_token: token }, { serviceAccountToken: token }]) {
      expect((await server.send(jsonRequest('POST', PATH, body))).status).toBe(200);
    }
  });

  test('makes a new record each time', async () => {
    const token = cluster.tokenOf();
    const [one, other] = [await logIn(server, token), await logIn(server, token)];
    expect(one.clientToken).not.toBe(other.clientToken);
    expect(one.authentication.id).not.toBe(other.authentication.id);
    for (const { clientToken } of [one, other]) {
      expect(await selfByHttp(server, `Bearer ${clientToken}`)).not.toBeNull();
    }
  });

  test('shows what the token does not tell as blank', async () => {
    const { authentication } = await logIn(
      server,
      cluster.tokenOf({ 'kubernetes.io': { namespace: 'shop' } }),
    );
    expect(authentication.metadata).toEqual({
      ...Object.fromEntries(Object.keys(canonical).map((key) => [key, ''])),
      'io.service.auth.orchestrator.issuer': CLUSTER_ISSUER,
      'io.service.auth.orchestrator.namespace': 'shop',
    });
  });

  test('what comes of it is good no longer than the token', async () => {
    const exp = nowInSeconds() + 2;
    const { clientToken } = await logIn(server, cluster.tokenOf({ exp }));
    await eventually(async () => {
      expect(await selfByHttp(server, `Bearer ${clientToken}`)).toBeNull();
    });
    expect(Date.now()).toBeGreaterThan(exp * 1000);
  });

  test('it cannot be made to last longer', async () => {
    const exp = nowInSeconds() + 100;
    const { clientToken } = await logIn(server, cluster.tokenOf({ exp }));
    const headers = { authorization: `Bearer ${clientToken}` };
    await server.send({ verb: 'PUT', path: '/auth/v1/self/expire?expiresAt=2050-01-01T00:00:00Z', headers });
    const { expiresAt = '' } = (await selfByHttp(server, headers.authorization)) ?? {};
    expect(Date.parse(expiresAt)).toBe(exp * 1000);
  });

  const now = nowInSeconds();
  test.each<[string, (cluster: FakeCluster) => string]>([
    ['that is nothing', () => ''],
    ['that is no token', () => 'token'],
    [
      'of another cluster',
      () => new Signer('RS256').sign({ iss: 'https://kubernetes.default.svc', exp: now + 600 }),
    ],
    ['by a secret', (from) => from.tokenOf({}, { alg: 'HS256' })],
    ['by nobody', (from) => from.tokenOf({}, { alg: 'none' })],
    ['by an algorithm that is not advertised', (from) => from.tokenOf({}, { alg: 'RS512' })],
    ['of another issuer', (from) => from.tokenOf({ iss: 'https://127.0.0.1' })],
    ['that has expired', (from) => from.tokenOf({ exp: now - 1 })],
    ['that never expires', (from) => from.tokenOf({ exp: undefined })],
    ['that is not good for another ten minutes', (from) => from.tokenOf({ nbf: now + 600 })],
    ['with two ends', (from) => from.tokenOf({ EXP: now + 600 })],
    ['of more than 16 KiB', (from) => from.tokenOf({ padding: 'x'.repeat(13_000) })],
  ])('refuses a token %s', async (_, tokenFor) => {
    const token = tokenFor(cluster);
    expect(await outcome(server, token)).toEqual([401, invalid]);
    expect(await grpc().call(verifyServiceAccount, { serviceAccountToken: token })).toEqual({
      code: status.UNAUTHENTICATED,
      details: invalid.message,
    });
  });

  test('reads its own token anew for each request, since clusters replace it', async () => {
    cluster.writeOwnToken('replaced');
    cluster.rotateKey();
    await eventually(async () => logIn(server, cluster.tokenOf()));
    expect(cluster.requests.at(-1)?.authorization).toBe('Bearer replaced');
  });

  test('finds a new key, and is done with the old one', async () => {
    const old = cluster.tokenOf({ jti: 'old' });
    await logIn(server, old);
    cluster.rotateKey();
    await eventually(async () => logIn(server, cluster.tokenOf()));
    expect(await outcome(server, old)).toEqual([401, invalid]);
  });

  test('answers 503 when the cluster is gone and must be asked, and recovers', async () => {
    const known = cluster.tokenOf();
    await cluster.stop();
    await logIn(server, known);
    cluster.rotateKey();
    const token = cluster.tokenOf();
    await eventually(async () => {
      expect(await outcome(server, token)).toEqual([503, unavailable]);
    });
    await cluster.start();
    await eventually(async () => logIn(server, token));
  });

  describe('a workload passes the reads of the checklist', () => {
    let authorization: string;
    beforeAll(async () => {
      authorization = `Bearer ${(await logIn(server, cluster.tokenOf())).clientToken}`;
      const namespace = jsonRequest('POST', '/api/v1/namespaces', { key: 'production', name: 'p' });
      await server.send({ ...namespace, headers: { authorization } });
    });

    test.each(['', 'default', 'production'])('in namespace %p', async (namespaceKey) => {
      for (const request of checklistRequests(namespaceKey)) {
        expect((await server.send(request)).status).toBe(401);
        const { status } = await server.send({ ...request, headers: { authorization } });
        expect([200, 400, 404]).toContain(status);
      }
      const codes = await checklistByGrpc(server.grpcAddress, namespaceKey, authorization);
      expect(codes.filter((code) => code === status.UNAUTHENTICATED)).toEqual([]);
    });
  });

  test('the method is listed', async () => {
    const { methods } = jsonOf(await server.send({ path: '/auth/v1/method' })) as { methods: object[] };
    expect(methods).toContainEqual({
      method: 'METHOD_ORCHESTRATOR',
      enabled: true,
      sessionCompatible: false,
    });
  });

  test('its records are listed by either name of the method', async () => {
    const { clientToken } = await logIn(server, cluster.tokenOf());
    for (const name of ['METHOD_ORCHESTRATOR', 'METHOD_KUBERNETES', '3']) {
      const headers = { authorization: `Bearer ${clientToken}` };
      const answer = await server.send({ path: `/auth/v1/tokens?method=${name}&limit=1`, headers });
      expect(jsonOf(answer)).toMatchObject({ authentications: [{ method: 'METHOD_ORCHESTRATOR' }] });
    }
  });

  test('every workload may log in, which the start warns of', () => {
    expect(server.logged('WARN').filter((line) => line.includes(WARNING))).toHaveLength(1);
  });

  test('no token is in the log', async () => {
    const token = cluster.tokenOf();
    const { clientToken } = await logIn(server, token);
    await exchange(server, `${token.slice(0, -8)}AAAAAAAA`);
    const log = server.logged().join('\n');
    for (const secret of [token, clientToken, token.slice(0, 40), 'replaced'])
      expect(log).not.toContain(secret);
  });
});

describe('where the keys of a cluster are', () => {
  const cluster = useFakeCluster();
  const elsewhere = useFakeCluster();
  const server = useServer(() => envFor(cluster));

  test('another host does not get our token, nor is it followed to where it points', async () => {
    cluster.discovery = { jwks_uri: `${elsewhere.url}/openid/v1/jwks` };
    cluster.rotateKey();
    await eventually(async () => logIn(server, cluster.tokenOf()));
    // The other one is not trusted by the certificates of the cluster, so that nothing is asked of it.
    expect(elsewhere.requests).toEqual([]);
    expect(cluster.requests.at(-1)).toMatchObject({
      path: '/openid/v1/jwks',
      authorization: 'Bearer own-token',
    });
  });

  test.each([
    ['by http', () => ({ jwks_uri: elsewhere.url.replace('https:', 'http:') })],
    ['in a file', () => ({ jwks_uri: `file://${cluster.tokenFile}` })],
    ['nowhere', () => ({ jwks_uri: undefined })],
  ])('keys %s are none', async (_, discovery) => {
    cluster.discovery = discovery();
    cluster.rotateKey();
    await eventually(async () => {
      expect(await outcome(server, cluster.tokenOf())).toEqual([503, unavailable]);
    });
    cluster.discovery = {};
    await eventually(async () => logIn(server, cluster.tokenOf()));
  });
});

describe('a cluster that is not there yet', () => {
  const cluster = useFakeCluster();
  beforeAll(async () => cluster.stop());
  const server = useServer(() => envFor(cluster));

  test('the service starts all the same, answers 503, and recovers', async () => {
    expect(await outcome(server, cluster.tokenOf())).toEqual([503, unavailable]);
    await cluster.start();
    await eventually(async () => logIn(server, cluster.tokenOf()));
    expect(server.logged('ERROR')).toEqual([]);
  });
});

describe('a cluster that never answers', () => {
  const cluster = useFakeCluster();
  cluster.intercept = () => true;
  const server = useServer(() => envFor(cluster));

  test('is waited for five seconds (flipt-io/flipt#2942)', async () => {
    const started = Date.now();
    expect(await outcome(server, cluster.tokenOf())).toEqual([503, unavailable]);
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});

describe('a workload that is not meant', () => {
  const cluster = useFakeCluster();
  const server = useServer(() =>
    envFor(cluster, {
      [`${METHOD}_AUDIENCES`]: 'pennon, flags',
      [`${METHOD}_ALLOWED_SERVICE_ACCOUNTS`]: 'shop/check*',
    }),
  );

  test('is refused by its audience', async () => {
    await logIn(server, cluster.tokenOf({ aud: ['flags'] }));
    expect(await outcome(server, cluster.tokenOf())).toEqual([401, invalid]);
  });

  test('is refused by its name (flipt-io/flipt#2945)', async () => {
    const other = { namespace: 'shop', serviceaccount: { name: 'cart' } };
    expect(await outcome(server, cluster.tokenOf({ aud: 'flags', 'kubernetes.io': other }))).toEqual([
      401,
      invalid,
    ]);
  });

  test('is not warned of at the start', () => {
    expect(server.logged().join('\n')).not.toContain(WARNING);
  });
});

describe('the role of a workload', () => {
  const cluster = useFakeCluster();
  const server = useServer(() =>
    envFor(cluster, {
      PENNON_AUTHORIZATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
      [`${METHOD}_AUDIENCES`]: 'pennon',
      [`${METHOD}_ROLES`]: 'flags/operator=admin shop/check*=default:viewer',
    }),
  );

  /** The status of a request by the service account `namespace/name`. */
  async function statusOf(account: string, request: Request): Promise<number> {
    const [namespace, name] = account.split('/');
    const claim = { namespace, serviceaccount: { name, uid: 'uid' } };
    const token = cluster.tokenOf({ aud: ['pennon'], 'kubernetes.io': claim });
    const { clientToken } = await logIn(server, token);
    return (await bearing(server, clientToken).send(request)).status;
  }

  const makeToken = jsonRequest('POST', '/auth/v1/method/token', {
    name: 'permanent',
    metadata: { 'io.service.auth.role': 'admin' },
  });
  const readFlags = { path: '/api/v1/namespaces/default/flags' };

  test.each(['evil-tenant/admin', 'evil-tenant/operator', 'shop/admin', 'shop/editor', 'flags/viewer'])(
    'is none by the name of its account: %s',
    async (account) => {
      expect(await statusOf(account, makeToken)).toBe(403);
      expect(await statusOf(account, readFlags)).toBe(403);
    },
  );

  test('is what the operator has given to its account in its namespace', async () => {
    expect(await statusOf('flags/operator', makeToken)).toBe(200);
    expect(await statusOf('shop/checkout', readFlags)).toBe(200);
    expect(await statusOf('shop/checkout', { path: '/api/v1/namespaces/other/flags' })).toBe(403);
    expect(await statusOf('shop/checkout', makeToken)).toBe(403);
  });

  test('may be had by every workload that the audience alone lets in, which the start warns of', () => {
    expect(server.logged().join('\n')).toContain(WARNING);
  });
});

describe('a workload that is gone', () => {
  const cluster = useFakeCluster();
  const server = useServer(() => envFor(cluster, { [`${METHOD}_TOKEN_REVIEW`]: 'true' }));

  test('is refused when the cluster reviews its token', async () => {
    const token = cluster.tokenOf();
    await logIn(server, token);
    cluster.deleted.add(token);
    expect(await outcome(server, token)).toEqual([401, invalid]);
  });

  test('cannot be told when the cluster does not let us ask: answer and log say what is missing', async () => {
    cluster.mayReview = false;
    const missing = 'the cluster refuses token reviews for this account (403): bind system:auth-delegator';
    expect(await outcome(server, cluster.tokenOf())).toEqual([
      503,
      { code: 14, message: `verifying service account: ${missing}`, details: [] },
    ]);
    const [line = ''] = server.logged('WARN').filter((text) => text.includes(missing));
    expect(line).toContain(`${cluster.url}/apis/authentication.k8s.io/v1/tokenreviews`);
    cluster.mayReview = true;
    await logIn(server, cluster.tokenOf({ jti: 'again' }));
  });
});

describe('a cluster that does not know this server', () => {
  const cluster = useFakeCluster();
  cluster.intercept = (_, response) => {
    response.writeHead(401).end('{}');
    return true;
  };
  const server = useServer(() => envFor(cluster));

  test('is told from one that is away, and only the log says what to check', async () => {
    const message = 'verifying service account: the cluster refuses this server: see its log';
    expect(await outcome(server, cluster.tokenOf())).toEqual([503, { code: 14, message, details: [] }]);
    expect(server.logged('WARN').join('\n')).toContain(
      'own token (401): check authentication.methods.orchestrator.service_account_token_path',
    );
  });
});

describe('the lifetime of a login', () => {
  const cluster = useFakeCluster();
  const server = useServer(() => envFor(cluster, { [`${METHOD}_TOKEN_LIFETIME`]: '4s' }));

  test('is the shorter one of the setting and the token', async () => {
    const { authentication } = await logIn(server, cluster.tokenOf());
    const lifetime = Date.parse(authentication.expiresAt) - Date.parse(authentication.createdAt);
    expect(lifetime).toBeGreaterThan(3000);
    expect(lifetime).toBeLessThanOrEqual(4000);
    const exp = nowInSeconds() + 3;
    const short = await logIn(server, cluster.tokenOf({ exp }));
    expect(Date.parse(short.authentication.expiresAt)).toBe(exp * 1000);
  });

  test('ends it while the token of the service account is still good, which logs in again', async () => {
    const token = cluster.tokenOf();
    const authorization = `Bearer ${(await logIn(server, token)).clientToken}`;
    const headers = { authorization };
    expect((await server.send({ path: '/auth/v1/self', headers })).status).toBe(200);
    const later = '/auth/v1/self/expire?expiresAt=2050-01-01T00:00:00Z';
    await server.send({ verb: 'PUT', path: later, headers });
    await eventually(async () => {
      expect((await server.send({ path: '/auth/v1/self', headers })).status).toBe(401);
    });
    await logIn(server, token);
  });
});

describe('many logins', () => {
  const cluster = useFakeCluster();
  const server = useServer(() =>
    envFor(cluster, {
      PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '1',
      PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: '5',
    }),
  );

  test('from one address pass, as those of a roll-out do', async () => {
    for (let login = 0; login < 25; login++) await logIn(server, cluster.tokenOf());
  });

  test('that are refused come to code 8, fill no audit log, and keep no good token out', async () => {
    const forged = new Signer('RS256').sign({ exp: nowInSeconds() + 100 });
    for (let login = 0; login < 5; login++) expect(await outcome(server, forged)).toEqual([401, invalid]);
    for (let login = 0; login < 5; login++) {
      expect(await outcome(server, forged)).toMatchObject([429, { code: 8 }]);
    }
    const { clientToken } = await logIn(server, cluster.tokenOf());
    const headers = { Authorization: `Bearer ${clientToken}` };
    const events = await server.send({ path: '/audit/v1/events?type=login&action=refused', headers });
    expect((jsonOf(events) as { events: readonly object[] }).events).toHaveLength(5);
  });

  test('that are refused count as refused credentials do', async () => {
    const headers = { Authorization: 'Bearer nobody' };
    expect((await server.send({ path: '/auth/v1/self', headers })).status).toBe(429);
  });
});

describe('without the method', () => {
  const server = useServer({
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
  });
  const grpc = useGrpcClient(server);

  test('its paths and its service are unknown', async () => {
    for (const path of [PATH, ALIAS_PATH]) {
      const answer = await exchange(server, 'token', path);
      expect([answer.status, jsonOf(answer)]).toEqual([404, { code: 5, message: 'Not Found', details: [] }]);
    }
    const { verifyServiceAccount } = fliptAuth.AuthenticationMethodKubernetesService.method;
    expect(await grpc().call(verifyServiceAccount, {})).toMatchObject({ code: status.UNIMPLEMENTED });
  });
});

describe('without aliases', () => {
  const cluster = useFakeCluster();
  const server = useServer(() => envFor(cluster, { PENNON_COMPAT_FLIPT_ALIASES: 'false' }));

  test('answers are in our spelling alone, on both paths', async () => {
    for (const path of [PATH, ALIAS_PATH]) {
      const { clientToken, authentication } = await logIn(server, cluster.tokenOf(), path);
      expect(authentication).toMatchObject({ method: 'METHOD_ORCHESTRATOR' });
      expect(authentication.metadata).toEqual(canonical);
      expect((await selfByHttp(server, `Bearer ${clientToken}`))?.metadata).toEqual(canonical);
    }
  });
});
