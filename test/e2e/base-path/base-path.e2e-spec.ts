import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer, type Api } from '../../support/http';
import { startServer } from '../../support/server';
import { useProcess, type SharedServer } from '../../support/use-server';

const BASE = '/flags';

/** The ways that a request may take; all of them know nothing of the base path. */
const ways = [
  ['to a server of one process', {}],
  ['to workers, some of whom hand it on', { PENNON_SERVER_WORKERS: '2' }],
] as const;

/** The API below the base path. */
function below(server: Api): Api {
  return { send: async (request) => server.send({ ...request, path: `${BASE}${request.path}` }) };
}

async function get(server: Api, path: string, verb = 'GET'): Promise<Answer> {
  return server.send({ verb, path });
}

describe.each(ways)('below a base path, %s', (_, way) => {
  const server: SharedServer = useProcess(async () =>
    startServer({
      env: { ...way, PENNON_SERVER_BASE_PATH: BASE, PENNON_CORS_ENABLED: 'true' },
    }),
  );
  const api = below({ send: async (request) => server.send(request) });

  beforeAll(async () => {
    await addFlag(api, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  });

  test('the server says so at its start', () => {
    expect(server.url).toMatch(/^http:\/\/[^/]+\/flags$/);
  });

  test('flags are managed, and evaluated by every protocol', async () => {
    const evaluation = { flagKey: 'beta', entityId: 'me' };
    const asked = [
      { path: '/api/v1/namespaces/default/flags/beta' },
      jsonRequest('PUT', '/api/v1/namespaces/default/flags/beta', { name: 'Beta', enabled: true }),
      jsonRequest('POST', '/evaluate/v1/boolean', evaluation),
      jsonRequest('POST', '/ofrep/v1/evaluate/flags/beta', { context: { targetingKey: 'me' } }),
      jsonRequest('POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey: 'me' } }),
      { path: '/internal/v1/evaluation/snapshot/namespace/default' },
      { path: '/meta/info' },
    ];
    for (const request of asked) {
      // Of several workers, whoever gets the connection.
      for (const round of [1, 2]) {
        const { status } = await api.send(request);
        expect([request.path, round, status]).toEqual([request.path, round, 200]);
      }
    }
    expect(jsonOf(await api.send(jsonRequest('POST', '/evaluate/v1/boolean', evaluation)))).toMatchObject({
      enabled: true,
    });
  });

  test('a request that names the whole URL finds its way', async () => {
    const { host } = new URL(server.url);
    const path = `http://${host}${BASE}/api/v1/namespaces/default/flags/beta?pretty`;
    expect(jsonOf(await server.send({ path }))).toMatchObject({ key: 'beta' });
  });

  test('metrics, the reference and the dashboard are there', async () => {
    expect((await get(api, '/metrics')).body.toString()).toContain('process_cpu_seconds_total');
    expect(jsonOf(await get(api, '/openapi.json'))).toMatchObject({ servers: [{ url: '.' }] });
    expect((await get(api, '/')).headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each(['/health', '/health/live', '/health/ready', '/health?service='])(
    '%s is there, and without the base path too, for probes',
    async (path) => {
      for (const asked of [path, `${BASE}${path}`]) {
        const { status, body } = await get(server, asked);
        expect([asked, status, JSON.parse(body.toString())]).toMatchObject([
          asked,
          200,
          { status: 'SERVING' },
        ]);
      }
    },
  );

  test.each([
    ['/flags', 'flags/'],
    ['/flags?theme=dark', 'flags/?theme=dark'],
  ])('%s leads to the page, whose files are relative', async (path, location) => {
    const { status, headers } = await get(server, path);
    expect([status, headers.location]).toEqual([308, location]);
  });

  test.each([
    ...['/', '/metrics', '/openapi.json', '/api/v1/namespaces', '/evaluate/v1/boolean', '/assets/x.js'],
    ...['/flagsandmore/health', '/FLAGS/api/v1/namespaces', '/%66lags/api/v1/namespaces', '//flags/api/v1'],
    ...['/healthy', '/x/flags/api/v1/namespaces', '*'],
  ])('%s is not found, and it is said why', async (path) => {
    const { status, body } = await get(server, path, path === '*' ? 'OPTIONS' : 'GET');
    expect([status, JSON.parse(body.toString())]).toEqual([
      404,
      {
        code: 5,
        message: 'Not Found: this server answers below /flags/ alone (server.base_path)',
        details: [],
      },
    ]);
  });

  test('OFREP outside of it is refused in its own words, also with a body', async () => {
    const request = jsonRequest('POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey: 'me' } });
    const answer = await server.send(request);
    expect([answer.status, jsonOf(answer)]).toMatchObject([404, { errorCode: 'FLAG_NOT_FOUND' }]);
  });

  test('what is unknown below it is answered as without it', async () => {
    expect(jsonOf(await get(api, '/api/v1/nothing'))).toMatchObject({ message: 'Not Found' });
    expect((await get(api, '/nothing')).body.toString()).toBe('404 page not found\n');
    expect((await get(api, BASE)).status).toBe(404);
  });

  test('pages of other origins may call', async () => {
    const { headers } = await api.send({ path: '/meta/info', headers: { Origin: 'https://shop.example' } });
    expect(headers['access-control-expose-headers']).toContain('ETag');
  });
});
