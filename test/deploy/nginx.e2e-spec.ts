import { status } from '@grpc/grpc-js';
import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { addFlag, addTargetedFlag } from '../support/flags';
import { freePort } from '../support/free-port';
import { GrpcClient } from '../support/grpc-client';
import { GrpcHealthClient } from '../support/grpc-health-client';
import { apiAt, jsonOf, jsonRequest, type Api } from '../support/http';
import { describeBehindNginx, startNginx, type Nginx } from '../support/nginx';
import { RawSocket } from '../support/raw-socket';
import { startServer, type TestServer } from '../support/server';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

function hostOf({ url }: TestServer): string {
  return new URL(url).host;
}

describeBehindNginx('nginx as docker compose has it', () => {
  let database: TestDatabase;
  let writer: TestServer;
  let readers: readonly TestServer[];
  let nginx: Nginx;
  let httpUrl: string;
  let api: Api;
  let grpcAddress: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url, directory } = database;
    const env = { PENNON_DB_URL: url, PENNON_SERVER_TRUSTED_PROXIES: '127.0.0.1' };
    // So that whatever evaluates is a reader.
    writer = await startServer({ directory, env: { ...env, PENNON_EVALUATION_ENABLED: 'false' } });
    const reader = { tier: 'reader', directory, env } as const;
    readers = [await startServer(reader), await startServer(reader)];
    const [httpPort, grpcPort] = [await freePort(), await freePort()];
    const [first, second] = readers as [TestServer, TestServer];
    const places = {
      'writer:8080': hostOf(writer),
      'writer:9000': writer.grpcAddress,
      'reader-1:8080': hostOf(first),
      'reader-1:9000': first.grpcAddress,
      'reader-2:8080': hostOf(second),
      'reader-2:9000': second.grpcAddress,
      'listen 8080': `listen 127.0.0.1:${httpPort}`,
      'listen 9000': `listen 127.0.0.1:${grpcPort}`,
    };
    httpUrl = `http://127.0.0.1:${httpPort}`;
    nginx = await startNginx('deploy/compose/nginx.conf', places, httpUrl);
    api = apiAt(httpUrl);
    grpcAddress = `127.0.0.1:${grpcPort}`;
    await addTargetedFlag(api, { flagKey: 'colour', variantKey: 'orange' });
  });

  afterAll(async () => {
    await nginx.stop();
    for (const server of [writer, ...readers]) await server.stop('SIGKILL');
    await database.remove();
  });

  const question = { flagKey: 'colour', entityId: 'me' };

  test.each([
    ['/evaluate/v1/variant', question, { variantKey: 'orange' }],
    ['/evaluate/v1/batch', { requests: [question] }, { responses: [expect.anything()] }],
    ['/api/v1/evaluate', question, { value: 'orange' }],
    ['/api/v1/namespaces/default/evaluate', question, { value: 'orange' }],
    ['/api/v1/batch-evaluate', { requests: [question] }, { responses: [expect.anything()] }],
    ['/ofrep/v1/evaluate/flags/colour', { context: { targetingKey: 'me' } }, { variant: 'orange' }],
  ])('%s is answered by a reader', async (path, body, expected) => {
    expect(jsonOf(await api.send(jsonRequest('POST', path, body)))).toMatchObject(expected);
  });

  test('an explanation is asked of the writer', async () => {
    const answer = await api.send(jsonRequest('POST', '/evaluate/v1/explain', question));
    expect(jsonOf(answer)).toMatchObject({ variant: { result: { variantKey: 'orange' } } });
  });

  test.each([
    ['/internal/v1/evaluation/snapshot/namespace/default', { namespace: { key: 'default' } }],
    ['/internal/v1/ui/capabilities', { readOnly: false }],
    // Of the writer, which counts nothing here.
    [
      '/internal/v1/analytics/namespaces/default/flags/colour',
      { message: 'GetFlagEvaluationsCount is not offered here' },
    ],
    ['/ofrep/v1/configuration', { name: expect.any(String) }],
    ['/api/v1/namespaces/default/flags/colour', { key: 'colour' }],
    ['/meta/info', { version: expect.any(String) }],
    ['/health', { status: 'SERVING' }],
  ])('%s is answered', async (path, expected) => {
    expect(jsonOf(await api.send({ path }))).toMatchObject(expected);
  });

  test('HTTP/1.0 without a host is answered', async () => {
    const socket = await RawSocket.open(httpUrl);
    socket.write('GET /health HTTP/1.0\r\n\r\n');
    await socket.closed();
    expect(socket.received).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('the dashboard is served', async () => {
    const { status, headers } = await api.send({ path: '/' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('every flag key gets to the readers as it was sent', async () => {
    await addFlag(api, { key: 'evaluate', type: 'BOOLEAN_FLAG_TYPE' });
    expect(jsonOf(await api.send({ path: '/api/v1/namespaces/default/flags/evaluate' }))).toMatchObject({
      key: 'evaluate',
    });
    const answer = await api.send({ verb: 'POST', path: '/ofrep/v1/evaluate/flags/a%2Fb%20c', body: '{}' });
    expect(answer.status).toBe(404);
  });

  test('a client cannot say what stands before the paths', async () => {
    const headers = { 'X-Forwarded-Prefix': '/evil' };
    const answer = await api.send({ path: '/auth/v1/method', headers });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).not.toContain('evil');
  });

  test('gRPC goes to the tier that answers it', async () => {
    const client = new GrpcClient(grpcAddress);
    const { variant } = fliptEvaluation.EvaluationService.method;
    expect(await client.call(variant, question)).toMatchObject({ message: { variantKey: 'orange' } });
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
    const { evaluate, getFlag } = flipt.Flipt.method;
    expect(await client.call(evaluate, question)).toMatchObject({ message: { value: 'orange' } });
    expect(await client.call(getFlag, { key: 'colour' })).toMatchObject({ message: { key: 'colour' } });
    expect(await client.call(getFlag, { key: 'absent' })).toMatchObject({ code: status.NOT_FOUND });
    const { evaluateFlag } = fliptOfrep.OFREPService.method;
    const ofrep = { key: 'colour', context: { targetingKey: 'me' } };
    expect(await client.call(evaluateFlag, ofrep)).toMatchObject({ message: { key: 'colour' } });
    client.close();
  });

  test('gRPC streams go through it', async () => {
    const client = new GrpcHealthClient(grpcAddress);
    expect(await client.watch().next()).toMatchObject({ status: 'SERVING' });
    client.close();
  });

  test('evaluation goes on when a reader is gone', async () => {
    await readers[0]?.stop('SIGKILL');
    const client = new GrpcClient(grpcAddress);
    const { variant } = fliptEvaluation.EvaluationService.method;
    for (let count = 0; count < 20; count++) {
      const answer = await api.send(jsonRequest('POST', '/evaluate/v1/variant', question));
      expect(answer.status).toBe(200);
      expect(await client.call(variant, question)).toMatchObject({ message: { variantKey: 'orange' } });
    }
    client.close();
  });
});
