import { join } from 'node:path';
import type { Instance } from '@pennon/process';
import { flipt, fliptAuth } from '@pennon/proto';
import { UnavailableError } from '@pennon/domain';
import { DatabaseTokenStore } from '@pennon/storage';
import { startWriter } from '../../../../apps/writer/src/start-writer';
import { authEnv, BOOTSTRAP_TOKEN } from '../../../support/auth-server';
import { GrpcClient } from '../../../support/grpc-client';
import { apiAt, type Answer } from '../../../support/http';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../support/temporary-database';

let temporary: TemporaryDatabase;
let writer: Instance;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  const config = temporary.config({
    ...authEnv,
    PENNON_SERVER_HOST: '127.0.0.1',
    PENNON_SERVER_HTTP_PORT: '0',
    PENNON_SERVER_GRPC_PORT: '0',
    PENNON_LOG_FILE: join(temporary.directory, 'log'),
    PENNON_SERVER_DRAIN_DELAY: '0s',
  });
  writer = await startWriter(config);
}, 60_000);

afterAll(async () => {
  await writer.stop();
  await temporary.remove();
});

beforeEach(() => {
  jest
    .spyOn(DatabaseTokenStore.prototype, 'findByHash')
    .mockRejectedValue(new UnavailableError('the database cannot be used at the moment'));
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function send(path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return apiAt(writer.url).send({ path, headers });
}

describe('while the store of tokens is away', () => {
  const body = '{"code":14,"message":"the database cannot be used at the moment","details":[]}';

  test.each(['/auth/v1/self', '/api/v1/namespaces', '/evaluate/v1/boolean'])(
    'a credential is neither good nor bad, but to be shown again later: %s',
    async (path) => {
      const verb = path.startsWith('/evaluate') ? 'POST' : 'GET';
      const headers = { Authorization: 'Bearer svc_some' };
      const answer = await apiAt(writer.url).send({ verb, path, headers });
      expect([answer.status, answer.body.toString()]).toEqual([503, body]);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    },
  );

  test('a browser keeps its session', async () => {
    const answer = await send('/auth/v1/self', { Cookie: 'service_client_token=svc_session' });
    expect(answer.status).toBe(503);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('the same by gRPC', async () => {
    const client = new GrpcClient(writer.grpcAddress);
    const metadata = { authorization: 'Bearer svc_some' };
    for (const method of [
      fliptAuth.AuthenticationService.method.getAuthenticationSelf,
      flipt.Flipt.method.getFlag,
    ])
      expect(await client.call(method as typeof flipt.Flipt.method.getFlag, {}, { metadata })).toMatchObject({
        code: 14,
      });
    client.close();
  });

  test('the anonymous are refused as ever', async () => {
    expect((await send('/auth/v1/self', {})).status).toBe(401);
  });

  test('it counts as no failure, however often', async () => {
    for (let index = 0; index < 150; index++)
      expect((await send('/auth/v1/self', { Authorization: 'Bearer svc_some' })).status).toBe(503);
  });

  test('all is as before when it is back', async () => {
    jest.restoreAllMocks();
    expect((await send('/auth/v1/self', { Authorization: `Bearer ${BOOTSTRAP_TOKEN}` })).status).toBe(200);
    expect((await send('/auth/v1/self', { Authorization: 'Bearer svc_some' })).status).toBe(401);
  });
});
