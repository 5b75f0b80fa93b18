import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { addFlag } from '../../support/flags';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonRequest, type Answer, type Api } from '../../support/http';
import { onServer } from '../../support/on-server';
import { useServer } from '../../support/use-server';
import { grpcDoors, httpDoors, type Ask } from './doors';

/** A namespace of three revisions, and how to raise it by one. */
async function makeShop(api: Api): Promise<void> {
  await api.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
  await addFlag(api, { namespaceKey: 'shop', key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(api, { namespaceKey: 'shop', key: 'colour' });
}

let changes = 0;

async function change(api: Api): Promise<Answer> {
  const flag = { name: 'Beta', enabled: true, description: `change ${++changes}` };
  return api.send(jsonRequest('PUT', '/api/v1/namespaces/shop/flags/beta', flag));
}

/** What holds at every door, whose statuses are those given. */
function itKnowsRevisions(
  ask: Ask,
  { api, ok, invalid, unavailable }: { api: Api; ok: number; invalid: number; unavailable: number },
): void {
  test('an answer tells nothing of its revision', async () => {
    expect(await ask()).toMatchObject({ status: ok, revision: undefined, age: undefined });
  });

  test('a request that wants a revision that is here is answered, and told which it got', async () => {
    const { headers } = await change(api);
    const current = Number(headers['x-pennon-revision']);
    for (const wanted of [1, current]) {
      const answer = await ask({ 'x-pennon-min-revision': `${wanted}` });
      expect(answer).toMatchObject({ status: ok, revision: `${current}`, age: '0' });
    }
  });

  test('a request that wants one that does not come is told so in the end', async () => {
    const current = Number((await change(api)).headers['x-pennon-revision']);
    const answer = await ask({ 'x-pennon-min-revision': `${current + 100}` });
    expect(answer.status).toBe(unavailable);
    const problem = `is at revision ${current} here; revision ${current + 100} is wanted`;
    expect(answer.problem).toContain(problem);
  });

  test('a request that wants one that comes waits for it', async () => {
    const current = Number((await change(api)).headers['x-pennon-revision']);
    const answer = ask({ 'x-pennon-min-revision': `${current + 1}` });
    await delay(100);
    await change(api);
    expect(await answer).toMatchObject({ status: ok, revision: `${current + 1}` });
  });

  test('a revision that is none is refused by name', async () => {
    const answer = await ask({ 'x-pennon-min-revision': 'latest' });
    expect(answer).toMatchObject({ status: invalid, revision: undefined });
    expect(answer.problem).toContain(
      'invalid field x-pennon-min-revision: must be a revision: a number, or a number, a dot and its mark',
    );
  });
}

/** Long enough for a change to be made meanwhile, also by a machine with much else to do. */
const env = { PENNON_FRESHNESS_MIN_REVISION_WAIT: '1s' };

onServer((server) => {
  beforeAll(async () => {
    await makeShop(server);
  });

  describe.each(httpDoors(server))('%s', (_, ask) => {
    itKnowsRevisions(ask, { api: server, ok: 200, invalid: 400, unavailable: 503 });
  });

  test('a batch of several namespaces cannot want a revision', async () => {
    const requests = ['shop', ''].map((namespaceKey) => ({ namespaceKey, flagKey: 'beta', entityId: 'me' }));
    const request = jsonRequest('POST', '/evaluate/v1/batch', { requests });
    const { status: code, body } = await server.send({
      ...request,
      headers: { 'x-pennon-min-revision': '1' },
    });
    expect([code, body.toString()]).toEqual([
      400,
      '{"code":3,"message":"invalid field x-pennon-min-revision: must not be set for several namespaces: ' +
        'each has revisions of its own","details":[]}',
    ]);
  });

  test('the wanted revision may come as metadata', async () => {
    const request = { path: '/internal/v1/evaluation/snapshot/namespace/shop' };
    const headers = { 'Grpc-Metadata-X-Pennon-Min-Revision': 'no' };
    expect((await server.send({ ...request, headers })).status).toBe(400);
  });
}, env);

describe('over gRPC', () => {
  const server = useServer(env);
  const client = useGrpcClient(server);

  beforeAll(async () => {
    await makeShop(server);
  });

  describe.each(grpcDoors(client))('%s', (_, ask) => {
    itKnowsRevisions(ask, {
      api: server,
      ok: status.OK,
      invalid: status.INVALID_ARGUMENT,
      unavailable: status.UNAVAILABLE,
    });
  });
});

describe('with headers switched on', () => {
  const server = useServer({ PENNON_FRESHNESS_HEADERS: 'true' });
  const client = useGrpcClient(server);

  beforeAll(async () => {
    await makeShop(server);
  });

  test.each([...httpDoors(server), ...grpcDoors(client)])('%s tells revision and age', async (_, ask) => {
    expect(await ask()).toMatchObject({ revision: '3', age: '0' });
  });

  test('an answer that the caller holds already tells them too', async () => {
    const path = '/internal/v1/evaluation/snapshot/namespace/shop';
    const { headers } = await server.send({ path });
    const held = await server.send({ path, headers: { 'If-None-Match': String(headers.etag) } });
    expect([held.status, held.headers['x-pennon-revision'], held.headers['x-pennon-age-ms']]).toEqual([
      304,
      '3',
      '0',
    ]);
  });

  test('a refusal of an unknown flag tells which revision knows it not', async () => {
    const request = { namespaceKey: 'shop', flagKey: 'nothing', entityId: 'me' };
    const answer = await server.send(jsonRequest('POST', '/evaluate/v1/boolean', request));
    expect([answer.status, answer.headers['x-pennon-revision']]).toEqual([404, '3']);
  });

  test('a batch of several namespaces tells its age alone', async () => {
    const requests = ['shop', ''].map((namespaceKey) => ({ namespaceKey, flagKey: 'beta', entityId: 'me' }));
    const { headers } = await server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests }));
    expect([headers['x-pennon-revision'], headers['x-pennon-age-ms']]).toEqual([undefined, '0']);
  });
});
