import { create } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, grpcHealth } from '@pennon/proto';
import { authEnv, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { GrpcClient, pathOf } from '../../support/grpc-client';
import { apiAt, jsonOf, jsonRequest, type Answer, type Request } from '../../support/http';
import { RawSocket } from '../../support/raw-socket';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(60_000);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What tests compare of a line. */
interface Line {
  readonly M: string;
  readonly req?: { readonly id: string };
}

/** The lines so far that name this request. */
function linesOf(server: TestServer, id: string): readonly Line[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ req }) => req?.id === id);
}

/** Waits for the access line of a request. */
async function accessLineOf(server: TestServer, id: string): Promise<Line> {
  return eventually(async () => {
    const [line, ...others] = linesOf(server, id).filter(({ M }) => M === 'request answered');
    expect(others).toEqual([]);
    if (line === undefined) throw new Error(`no line names ${id}`);
    return Promise.resolve(line);
  });
}

const evaluation = { flagKey: 'beta', entityId: 'me' };
const boolean = '/evaluate/v1/boolean';
const ofrep = '/ofrep/v1/evaluate/flags';
const snapshot = '/internal/v1/evaluation/snapshot/namespace/default';
const flags = '/api/v1/namespaces/default/flags';
const { EvaluationService } = fliptEvaluation;

/** A request with the status of its answer. */
type Kind = readonly [title: string, status: number, request: Request];

/** One of each kind that has a line. */
const kinds: readonly Kind[] = [
  ['an evaluation', 200, jsonRequest('POST', boolean, evaluation)],
  ['an evaluation of no flag', 404, jsonRequest('POST', boolean, { ...evaluation, flagKey: 'gone' })],
  ['an evaluation that is not JSON', 400, { path: boolean, body: '{' }],
  ['OFREP', 200, jsonRequest('POST', `${ofrep}/beta`, { context: { targetingKey: 'me' } })],
  ['OFREP of no flag', 404, jsonRequest('POST', `${ofrep}/gone`, { context: { targetingKey: 'me' } })],
  ['OFREP in bulk', 200, jsonRequest('POST', ofrep, { context: { targetingKey: 'me' } })],
  ['a snapshot', 200, { path: snapshot, headers: { 'Accept-Encoding': 'gzip' } }],
  ['management', 200, { path: `${flags}/beta` }],
  ['management that is refused', 400, jsonRequest('POST', flags, {})],
  ['a body that is too large', 413, { path: flags, body: ' '.repeat(2000) }],
  ['HEAD', 405, { verb: 'HEAD', path: flags }],
  ['another verb', 501, { verb: 'DELETE', path: boolean }],
  ['an unknown path of the API', 404, { path: '/api/v1/nowhere' }],
  ['an unknown path', 404, { path: '/nowhere.txt' }],
  ['the dashboard', 200, { path: '/', headers: { 'Accept-Encoding': 'gzip' } }],
  ['the description of the API', 200, { path: '/openapi.json' }],
];

/** One of each kind that has none. */
const unlogged: readonly Kind[] = [
  ['health', 200, { path: '/health' }],
  ['metrics', 200, { path: '/metrics' }],
  [
    'a preflight',
    200,
    {
      verb: 'OPTIONS',
      path: boolean,
      headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
    },
  ],
];

describe('an answer names its request', () => {
  let server: TestServer;
  let grpc: GrpcClient;

  beforeAll(async () => {
    const env = {
      PENNON_LOG_ACCESS_EVALUATION_RATIO: '1',
      PENNON_SERVER_MAX_BODY_BYTES: '1KiB',
      PENNON_CORS_ENABLED: 'true',
    };
    server = await startServer({ env });
    grpc = new GrpcClient(server.grpcAddress);
    await addFlag(apiAt(server.url), { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  });

  afterAll(async () => {
    grpc.close();
    await server.stop();
  });

  async function sendAs(id: string, request: Request): Promise<Answer> {
    return apiAt(server.url).send({ ...request, headers: { ...request.headers, 'X-Request-Id': id } });
  }

  test.each([...kinds, ...unlogged])('over HTTP: %s, %d', async (title, status, request) => {
    const answer = await sendAs(`answer-${title.replaceAll(' ', '-')}`, request);
    expect(answer).toMatchObject({
      status,
      headers: { 'x-request-id': `answer-${title.replaceAll(' ', '-')}` },
    });
  });

  test.each(kinds)('and so does its line: %s, %d', async (title, status, request) => {
    const id = `line-${title.replaceAll(' ', '-')}`;
    await sendAs(id, request);
    expect(await accessLineOf(server, id)).toMatchObject({
      client: { address: '127.0.0.1' },
      res: { status },
    });
  });

  test('over HTTP, where the caller has the answer already', async () => {
    const api = apiAt(server.url);
    const { etag = '' } = (await api.send({ path: snapshot })).headers;
    const headers = { 'If-None-Match': etag, 'X-Request-Id': 'held' };
    const answer = await api.send({ path: snapshot, headers });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([304, 'held']);
    expect(await accessLineOf(server, 'held')).toMatchObject({ res: { status: 304 } });
  });

  test.each([
    ['evaluation', boolean, evaluation],
    ['evaluation in batches', '/evaluate/v1/batch', { requests: [evaluation] }],
    ['explanation', '/evaluate/v1/explain', evaluation],
  ])('an id that is made is one in the header, the body and the line: %s', async (_, path, body) => {
    const answer = await apiAt(server.url).send(jsonRequest('POST', path, body));
    const id = answer.headers['x-request-id'] as string;
    expect(id).toMatch(uuid);
    expect(JSON.stringify(jsonOf(answer))).toContain(`"requestId":"${id}"`);
    expect(await accessLineOf(server, id)).toMatchObject({ res: { status: 200 } });
  });

  test('the body keeps the id that it names itself', async () => {
    const body = { ...evaluation, requestId: 'in the body' };
    const request = jsonRequest('POST', boolean, body);
    const headers = { ...request.headers, 'X-Request-Id': 'in-the-header' };
    const answer = await apiAt(server.url).send({ ...request, headers });
    expect(answer.headers['x-request-id']).toBe('in-the-header');
    expect(jsonOf(answer)).toMatchObject({ requestId: 'in the body' });
  });

  test.each(['x'.repeat(129), 'has blanks', 'a,b', '"a"', '\u00e9'])(
    'by a new id in place of %j',
    async (id) => {
      const request = { path: '/health', headers: { 'X-Request-Id': id } };
      const answer = await apiAt(server.url).send(request);
      expect(answer.headers['x-request-id']).toMatch(uuid);
    },
  );

  test.each([boolean, flags])('a client that goes away has a line with its address: %s', async (path) => {
    const id = `gone-${path.length}`;
    const socket = await RawSocket.open(server.url);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nContent-Length: 9\r\n\r\n{`);
    socket.close();
    expect(await accessLineOf(server, id)).toMatchObject({
      client: { address: '127.0.0.1' },
      res: { status: 499 },
    });
  });

  test('pages of other origins may read it', async () => {
    const headers = { Origin: 'https://a.example' };
    const answer = await apiAt(server.url).send({ path: `${flags}/beta`, headers });
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toContain('x-request-id');
  });

  test.each([
    ['success', evaluation, 0],
    ['failure', { ...evaluation, flagKey: 'gone' }, 5],
  ])('over gRPC: %s', async (title, request, code) => {
    const message = create(fliptEvaluation.EvaluationRequestSchema, request);
    const metadata = { 'x-request-id': `grpc-${title}` };
    const answer = await grpc.sendMessage(EvaluationService.method.boolean, message, { metadata });
    expect(answer.code).toBe(code);
    const [id] = [...answer.headers.get('x-request-id'), ...answer.trailers.get('x-request-id')];
    expect(id).toBe(`grpc-${title}`);
    expect(await accessLineOf(server, `grpc-${title}`)).toMatchObject({
      req: { rpc: pathOf(EvaluationService.method.boolean) },
      client: { address: '127.0.0.1' },
      res: { code },
    });
  });

  test('over gRPC an id that is made is one in the metadata, the message and the line', async () => {
    const message = create(fliptEvaluation.EvaluationRequestSchema, evaluation);
    const { headers, bytes } = await grpc.sendMessage(EvaluationService.method.boolean, message);
    const id = headers.get('x-request-id')[0]?.toString() ?? '';
    expect(id).toMatch(uuid);
    expect(bytes.toString('latin1')).toContain(id);
    expect(await accessLineOf(server, id)).toMatchObject({ res: { code: 0 } });
  });

  test.each([
    ['a message that cannot be read', pathOf(flipt.Flipt.method.getFlag), Buffer.from([255]), 3],
    ['health', pathOf(grpcHealth.Health.method.check), Buffer.alloc(0), 0],
  ])('over gRPC: %s', async (_, path, bytes, code) => {
    const answer = await grpc.send(path, bytes, { metadata: { 'x-request-id': 'any' } });
    expect(answer.code).toBe(code);
    expect([...answer.headers.get('x-request-id'), ...answer.trailers.get('x-request-id')]).toEqual(['any']);
  });
});

describe('where callers authenticate', () => {
  let server: TestServer;
  let grpc: GrpcClient;

  beforeAll(async () => {
    const env = {
      ...authEnv,
      PENNON_SERVER_TRUSTED_PROXIES: '127.0.0.1',
      PENNON_SERVER_MAX_BODY_BYTES: '1KiB',
    };
    server = await startServer({ env });
    grpc = new GrpcClient(server.grpcAddress);
  });

  afterAll(async () => {
    grpc.close();
    await server.stop();
  });

  function headersOf(id: string, token?: string): Record<string, string> {
    return {
      'x-request-id': id,
      'x-forwarded-for': '198.51.100.1, 192.0.2.7:54321',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
  }

  test('lines name the address and the authentication of the client, and never its token', async () => {
    const api = apiAt(server.url);
    const self = await api.send({ path: '/auth/v1/self', headers: headersOf('self', BOOTSTRAP_TOKEN) });
    const { id: authentication } = jsonOf(self) as { readonly id: string };
    const unknown = {
      ...jsonRequest('POST', boolean, evaluation),
      headers: headersOf('fast', BOOTSTRAP_TOKEN),
    };
    expect((await api.send(unknown)).status).toBe(404);
    const metadata = headersOf('grpc', BOOTSTRAP_TOKEN);
    await grpc.call(flipt.Flipt.method.listFlags, { namespaceKey: 'default' }, { metadata });
    for (const id of ['self', 'fast', 'grpc']) {
      expect(await accessLineOf(server, id)).toMatchObject({
        client: { address: '192.0.2.7', authentication },
      });
    }
    expect(server.output()).not.toContain(BOOTSTRAP_TOKEN);
  });

  test('whoever shows no credential has a line without an authentication', async () => {
    const answer = await apiAt(server.url).send({ path: flags, headers: headersOf('anonymous') });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([401, 'anonymous']);
    const line = await accessLineOf(server, 'anonymous');
    expect(line).toMatchObject({ client: { address: '192.0.2.7' }, res: { status: 401 } });
    expect(line).not.toHaveProperty('client.authentication');
  });

  test('a failure that is logged names its request', async () => {
    const headers = headersOf('failed', BOOTSTRAP_TOKEN);
    const answer = await apiAt(server.url).send({ path: flags, body: ' '.repeat(2000), headers });
    expect(answer.status).toBe(413);
    await eventually(async () => {
      expect(linesOf(server, 'failed')).toContainEqual(
        expect.objectContaining({
          M: 'request failed',
          req: { id: 'failed', verb: 'POST', path: flags },
        }),
      );
      return Promise.resolve();
    });
  });
});
