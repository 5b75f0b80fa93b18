import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fliptEvaluation } from '@pennon/proto';
import { authEnv, withTokens, type Shown } from '../../../support/auth-server';
import { useFakeCluster } from '../../../support/fake-cluster';
import { addFlag } from '../../../support/flags';
import { jsonOf, jsonRequest, type Api, type Request } from '../../../support/http';
import { nowInSeconds, Signer } from '../../../support/signer';
import { useServer } from '../../../support/use-server';
import { denied, expectAllowed, namespaceWrites, probeTable, reads, verdictOf, writes } from './probes';

const METHODS = 'PENNON_AUTHENTICATION_METHODS';

const signer = new Signer('ES256');
const directory = mkdtempSync(join(tmpdir(), 'pennon-roles-'));
const publicKeyFile = join(directory, 'key.pem');
writeFileSync(publicKeyFile, signer.pem());
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const cluster = useFakeCluster();
const server = withTokens(
  useServer(() => ({
    ...authEnv,
    PENNON_AUTHORIZATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '0',
    [`${METHODS}_JWT_ENABLED`]: 'true',
    [`${METHODS}_JWT_PUBLIC_KEY_FILE`]: publicKeyFile,
    [`${METHODS}_ORCHESTRATOR_ENABLED`]: 'true',
    [`${METHODS}_ORCHESTRATOR_DISCOVERY_URL`]: cluster.url,
    [`${METHODS}_ORCHESTRATOR_CA_PATH`]: cluster.certificates.caFile,
    [`${METHODS}_ORCHESTRATOR_SERVICE_ACCOUNT_TOKEN_PATH`]: cluster.tokenFile,
    [`${METHODS}_ORCHESTRATOR_ROLES`]:
      'shop/a-admin=admin shop/an-editor=editor shop/a-viewer=viewer ' +
      'shop/production=production:viewer shop/default=default:viewer',
  })),
);

beforeAll(async () => {
  await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key: 'production', name: 'P' }));
  await addFlag(server.as(), { key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(server.as(), { key: 'which' });
});

const namespaces = ['', 'default', 'production'];

/** Service accounts that were given a role, by the role; every other has none. */
const accounts: Readonly<Record<string, string>> = {
  admin: 'a-admin',
  editor: 'an-editor',
  viewer: 'a-viewer',
  production_viewer: 'production',
  default_viewer: 'default',
};

/** Ways to have a role; `''` is none. */
const identities: readonly (readonly [string, (role: string) => Promise<Shown>])[] = [
  [
    'a static token',
    async (role) => {
      const metadata = role === '' ? {} : { 'io.service.auth.role': role };
      return (await server.issue({ metadata })).clientToken;
    },
  ],
  [
    'a JWT',
    async (role) => {
      const now = nowInSeconds();
      const claims = { iat: now, exp: now + 600, ...(role !== '' && { 'io.flipt.auth.role': role }) };
      return Promise.resolve({ jwt: signer.sign(claims) });
    },
  ],
  [
    'a workload',
    async (role) => {
      const name = accounts[role] ?? 'owner';
      const account = { namespace: 'shop', serviceaccount: { name, uid: 'uid' } };
      const path = '/auth/v1/method/orchestrator/serviceaccount';
      const token = cluster.tokenOf({ 'kubernetes.io': account });
      const answer = await server.send(jsonRequest('POST', path, { service_account_token: token }));
      return (jsonOf(answer) as { clientToken: string }).clientToken;
    },
  ],
];

describe.each(identities)('%s', (kind, identify) => {
  const shown = new Map<string, Shown>();

  /** What a caller in that role shows. */
  function inRole(role: string): Shown {
    return shown.get(role) ?? '';
  }

  beforeAll(async () => {
    for (const role of ['', 'admin', 'editor', 'viewer', 'owner', 'production_viewer', 'default_viewer'])
      shown.set(role, await identify(role));
  });

  const evaluation = { flagKey: 'on', entityId: 'e' };

  /** What every caller who is known may do. */
  const unchecked: readonly (readonly [string, Request])[] = [
    ['row 1: boolean', jsonRequest('POST', '/evaluate/v1/boolean', evaluation)],
    ['row 1: variant', jsonRequest('POST', '/evaluate/v1/variant', { ...evaluation, flagKey: 'which' })],
    ['row 1: batch', jsonRequest('POST', '/evaluate/v1/batch', { requests: [evaluation] })],
    ['row 2: methods', { path: '/auth/v1/method' }],
    ['row 2: self', { path: '/auth/v1/self' }],
    ['OFREP', jsonRequest('POST', '/ofrep/v1/evaluate/flags/on', { context: {} })],
    ['info', { path: '/meta/info' }],
  ];

  test.each(unchecked)('an identity without a role may: %s', async (_, request) => {
    expect((await server.as(inRole('')).send(request)).status).toBe(200);
  });

  test('row 1: an identity without a role may evaluate by gRPC', async () => {
    const { boolean } = fliptEvaluation.EvaluationService.method;
    expect(await server.grpc(boolean, evaluation, inRole(''))).toMatchObject({ code: 0 });
  });

  test.each([
    ...probeTable([...reads, ...writes], namespaces),
    ...probeTable(namespaceWrites, ['production']),
  ])('row 3: no role, no %s in %j: 7, not 16', async (_, namespaceKey, probe) => {
    expect(await verdictOf(server, probe, namespaceKey, inRole(''))).toEqual(denied);
    expect(await verdictOf(server, probe, namespaceKey, inRole('owner'))).toEqual(denied);
  });

  test.each([...probeTable([...reads, ...writes], namespaces), ...probeTable(namespaceWrites, ['absent'])])(
    'row 4: an admin may %s in %j',
    async (_, namespaceKey, probe) => {
      expectAllowed(await verdictOf(server, probe, namespaceKey, inRole('admin')));
    },
  );

  test.each([...probeTable([...reads, ...writes], namespaces)])(
    'row 5: an editor may %s in %j',
    async (_, namespaceKey, probe) => {
      expectAllowed(await verdictOf(server, probe, namespaceKey, inRole('editor')));
    },
  );

  test.each(probeTable(namespaceWrites, ['production', 'new']))(
    'row 5: an editor may not %s %j',
    async (_, namespaceKey, probe) => {
      expect(await verdictOf(server, probe, namespaceKey, inRole('editor'))).toEqual(denied);
    },
  );

  test.each(probeTable(reads, namespaces))('row 6: a viewer may %s in %j', async (_, namespaceKey, probe) => {
    expectAllowed(await verdictOf(server, probe, namespaceKey, inRole('viewer')));
  });

  test.each([...probeTable(writes, namespaces), ...probeTable(namespaceWrites, ['production'])])(
    'row 6: a viewer may not %s in %j',
    async (_, namespaceKey, probe) => {
      expect(await verdictOf(server, probe, namespaceKey, inRole('viewer'))).toEqual(denied);
    },
  );

  test.each(probeTable(reads, namespaces))(
    'row 7: a viewer of one namespace may %s there alone: %j',
    async (_, namespaceKey, probe) => {
      const isDefault = namespaceKey !== 'production';
      const there = inRole(isDefault ? 'default_viewer' : 'production_viewer');
      const elsewhere = inRole(isDefault ? 'production_viewer' : 'default_viewer');
      expectAllowed(await verdictOf(server, probe, namespaceKey, there));
      expect(await verdictOf(server, probe, namespaceKey, elsewhere)).toEqual(denied);
    },
  );

  test.each([...probeTable(writes, namespaces), ...probeTable(namespaceWrites, ['production'])])(
    'row 7: a viewer of one namespace may not %s in %j',
    async (_, namespaceKey, probe) => {
      expect(await verdictOf(server, probe, namespaceKey, inRole('production_viewer'))).toEqual(denied);
    },
  );

  test.each(['', 'viewer', 'admin'])(
    'row 8: expiring oneself works in the role %j, and is the end',
    async (role) => {
      const caller = await identify(role);
      const answer = await server.as(caller).send({ verb: 'PUT', path: '/auth/v1/self/expire' });
      expect(answer.status).toBe(200);
      // A JWT ends by itself alone (1.4.7).
      const status = kind === 'a JWT' ? 200 : 401;
      expect((await server.as(caller).send({ path: '/auth/v1/self' })).status).toBe(status);
    },
  );

  describe('row 9: the snapshot', () => {
    async function expectSnapshot(api: Api, key: string): Promise<void> {
      const path = `/internal/v1/evaluation/snapshot/namespace/${key}`;
      const { status, headers } = await api.send({ path });
      expect([status, headers.etag]).toEqual([200, expect.any(String)]);
      const again = await api.send({ path, headers: { 'If-None-Match': String(headers.etag) } });
      expect(again.status).toBe(304);
    }

    test.each(['admin', 'editor', 'viewer', 'default_viewer'])('is for the role %s', async (role) => {
      await expectSnapshot(server.as(inRole(role)), 'default');
    });

    test.each(['', 'production_viewer'])('is not for the role %j', async (role) => {
      const path = '/internal/v1/evaluation/snapshot/namespace/default';
      expect((await server.as(inRole(role)).send({ path })).status).toBe(403);
      const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
      expect((await server.grpc(evaluationSnapshotNamespace, { key: 'default' }, inRole(role))).code).toBe(7);
    });
  });
});
