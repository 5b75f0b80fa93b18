import { errorDetailsOf, methodOf } from '../../../support/outcome';
import { flipt, fliptAnalytics, fliptAuth, pennonAnalytics } from '@pennon/proto';
import { authEnv, useAuthServer, withTokens } from '../../../support/auth-server';
import { addFlag } from '../../../support/flags';
import { jsonOf, jsonRequest } from '../../../support/http';
import { useServer } from '../../../support/use-server';
import { denied, expectAllowed, probeTable, reads, refused, verdictOf, writes } from './probes';

const server = useAuthServer({ PENNON_AUTHORIZATION_REQUIRED: 'true', PENNON_ANALYTICS_ENABLED: 'true' });

const namespaces = ['', 'default', 'production'];

const tokens = new Map<string, string>();

/** The token of a caller in that role. */
function inRole(role: string): string {
  return tokens.get(role) ?? '';
}

async function issue(role: string, rest: object = {}): Promise<string> {
  const metadata = role === '' ? {} : { 'io.service.auth.role': role };
  return (await server.issue({ name: role === '' ? 'none' : role, metadata, ...rest })).clientToken;
}

beforeAll(async () => {
  await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key: 'production', name: 'P' }));
  await addFlag(server.as(), { key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(server.as(), { key: 'which' });
  for (const role of [
    ...['', 'admin', 'editor', 'viewer', 'owner', 'counter'],
    ...['production_viewer', 'default_viewer', 'production:editor', 'production:admin', 'default:admin'],
    'viewer, production:editor',
  ])
    tokens.set(role, await issue(role));
});

test.each(probeTable(writes, namespaces))(
  'an editor of one namespace may %s there alone: %j',
  async (_, namespaceKey, probe) => {
    for (const role of ['production:editor', 'viewer, production:editor']) {
      const verdict = await verdictOf(server, probe, namespaceKey, inRole(role));
      if (namespaceKey === 'production') expectAllowed(verdict);
      else expect(verdict).toEqual(denied);
    }
  },
);

describe('row 9: the snapshot', () => {
  const path = '/internal/v1/evaluation/snapshot/namespace/default';

  test('is for a namespaced token in the role admin, in its own namespace alone', async () => {
    const token = await issue('admin', { namespaceKey: 'default' });
    const { status, headers } = await server.as(token).send({ path });
    expect(status).toBe(200);
    const held = { 'If-None-Match': String(headers.etag) };
    expect((await server.as(token).send({ path, headers: held })).status).toBe(304);
    const elsewhere = path.replace('default', 'production');
    expect((await server.as(token).send({ path: elsewhere })).status).toBe(401);
  });
});

test.each([
  {},
  { 'X-Flipt-Namespace': 'default' },
  { 'X-Service-Namespace': '' },
  { 'X-Flipt-Namespace': '' },
])('row 10: OFREP works with the first token and the header %o', async (headers) => {
  const request = jsonRequest('POST', '/ofrep/v1/evaluate/flags/on', { context: { targetingKey: 'e' } });
  const answer = await server.as().send({ ...request, headers });
  expect([answer.status, jsonOf(answer)]).toEqual([200, expect.objectContaining({ key: 'on', value: true })]);
});

describe('counts of evaluations, in all and by value', () => {
  const { getFlagEvaluationsCount } = fliptAnalytics.AnalyticsService.method;
  const { getValueCounts } = pennonAnalytics.CountService.method;

  test.each([
    ['viewer', 200, 200],
    ['production:editor', 403, 200],
    ['counter', 403, 403],
    ['', 403, 403],
  ])(
    'are for whoever may read flags of the namespace: %j in default %d, in production %d',
    async (...row) => {
      const [role, ...expected] = row;
      for (const suffix of ['', '/values']) {
        const paths = ['default', 'production'].map(
          (key) => `/internal/v1/analytics/namespaces/${key}/flags/on${suffix}`,
        );
        const answers = await Promise.all(paths.map(async (path) => server.as(inRole(role)).send({ path })));
        expect(answers.map(({ status }) => status)).toEqual(expected);
      }
      const request = { namespaceKey: 'production', flagKey: 'on' };
      const byGrpc = [
        await server.grpc(getFlagEvaluationsCount, request, inRole(role)),
        await server.grpc(getValueCounts, request, inRole(role)),
      ];
      for (const { code } of byGrpc) expect(code).toBe(expected[1] === 200 ? 0 : 7);
    },
  );
});

describe('the list of namespaces', () => {
  async function listed(role: string, query = ''): Promise<unknown> {
    const answer = await server.as(inRole(role)).send({ path: `/api/v1/namespaces${query}` });
    const list = jsonOf(answer) as { namespaces?: readonly { key: string }[]; totalCount?: number };
    return [answer.status, list.namespaces?.map(({ key }) => key), list.totalCount];
  }

  test.each([
    ['admin', ['default', 'production'], 2],
    ['viewer', ['default', 'production'], 2],
    ['viewer, production:editor', ['default', 'production'], 2],
    ['production_viewer', ['production'], 1],
    ['default:admin', ['default'], 1],
  ])('is for %s: %j', async (role, keys, count) => {
    expect(await listed(role)).toEqual([200, keys, count]);
    const { message } = await server.grpc(flipt.Flipt.method.listNamespaces, {}, inRole(role));
    expect(message?.namespaces.map(({ key }) => key)).toEqual(keys);
  });

  test('is paged after it is cut down', async () => {
    expect(await listed('production_viewer', '?limit=1')).toEqual([200, ['production'], 1]);
  });

  test.each(['', 'owner'])('is not for %j', async (role) => {
    expect(await listed(role)).toEqual([403, undefined, undefined]);
  });
});

describe('tokens', () => {
  const { listAuthentications, deleteAuthentication } = fliptAuth.AuthenticationService.method;

  test.each([
    ['admin', 200, 200, 200],
    ['editor', 200, 403, 403],
    ['viewer', 200, 403, 403],
    ['default:admin', 403, 403, 403],
    ['default_viewer', 403, 403, 403],
    ['', 403, 403, 403],
  ])('%s may list: %d, make: %d, delete: %d', async (role, list, make, remove) => {
    const api = server.as(inRole(role));
    expect((await api.send({ path: '/auth/v1/tokens' })).status).toBe(list);
    expect((await api.send(jsonRequest('POST', '/auth/v1/method/token', { name: 'n' }))).status).toBe(make);
    expect((await api.send({ verb: 'DELETE', path: '/auth/v1/tokens/absent' })).status).toBe(remove);
    const byGrpc = [
      await server.grpc(listAuthentications, {}, inRole(role)),
      await server.grpc(deleteAuthentication, { id: 'absent' }, inRole(role)),
    ];
    expect(byGrpc.map(({ code }) => code)).toEqual([list, remove].map((status) => (status === 200 ? 0 : 7)));
  });

  test.each(['editor', 'viewer', 'production:admin', 'default:admin', ''])(
    'nobody rises above himself by making a token: %j',
    async (role) => {
      for (const wanted of ['admin', role]) {
        const request = { name: 'n', metadata: { 'io.service.auth.role': wanted } };
        const answer = await server
          .as(inRole(role))
          .send(jsonRequest('POST', '/auth/v1/method/token', request));
        expect(answer.status).toBe(403);
      }
    },
  );

  test('an alias gives a role as the canonical key does, and not beside it', async () => {
    const byAlias = await server.issue({ metadata: { 'io.flipt.auth.role': 'viewer' } });
    expect((await server.as(byAlias.clientToken).send({ path: '/api/v1/flags' })).status).toBe(200);
    const both = { 'io.flipt.auth.role': 'admin', 'io.service.auth.role': 'owner' };
    const byBoth = await server.issue({ metadata: both });
    expect((await server.as(byBoth.clientToken).send({ path: '/api/v1/flags' })).status).toBe(403);
  });

  test('is_bootstrap makes nobody an admin', async () => {
    const { clientToken } = await server.issue({ metadata: { is_bootstrap: 'true' } });
    expect((await server.as(clientToken).send({ path: '/api/v1/flags' })).status).toBe(403);
  });
});

describe('a refusal says why', () => {
  test.each([
    [
      'viewer',
      jsonRequest('POST', '/api/v1/flags', {}),
      'role "viewer" may not create flags in namespace "default"',
    ],
    [
      'editor',
      { verb: 'DELETE', path: '/api/v1/namespaces/production' },
      'role "editor" may not delete namespace "production"',
    ],
    [
      '',
      { path: '/api/v1/segments' },
      'a caller without a role may not read segments in namespace "default"',
    ],
    ['viewer', jsonRequest('POST', '/auth/v1/method/token', {}), 'role "viewer" may not create tokens'],
  ])('to %j', async (role, request, reason) => {
    const { asked, status, body } = await server.as(inRole(role)).send(request);
    expect(status).toBe(403);
    expect(JSON.parse(body.toString())).toEqual({
      code: 7,
      message: `permission denied: ${reason}`,
      details: errorDetailsOf(methodOf(asked)),
    });
  });

  test('by gRPC, too', async () => {
    const { createFlag } = flipt.Flipt.method;
    expect(await server.grpc(createFlag, { namespaceKey: 'production' }, inRole('viewer'))).toMatchObject({
      code: 7,
      details: 'permission denied: role "viewer" may not create flags in namespace "production"',
    });
  });

  test('of a namespace comes first, and says nothing', async () => {
    const token = await issue('viewer', { namespaceKey: 'production' });
    const create = reads.filter(({ name }) => name === 'list flags');
    for (const probe of create) expect(await verdictOf(server, probe, 'default', token)).toEqual(refused);
  });
});

describe('without authorization', () => {
  const open = withTokens(useServer(authEnv));

  test('roles mean nothing', async () => {
    const { clientToken } = await open.issue({ metadata: { 'io.service.auth.role': 'viewer' } });
    const answer = await open
      .as(clientToken)
      .send(jsonRequest('POST', '/api/v1/namespaces', { key: 'new', name: 'New' }));
    expect(answer.status).toBe(200);
  });
});
