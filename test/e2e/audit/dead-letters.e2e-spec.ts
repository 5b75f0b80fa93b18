import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { pennonAudit } from '@pennon/proto';
import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { apiAt, jsonOf, jsonRequest, type Api } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';
import { WebhookReceiver } from '../../support/webhook-receiver';

const SECRET = 'secret-of-the-webhook';
const { listDeadLetters, replayDeadLetters } = pennonAudit.AuditService.method;

interface DeadLettersJson {
  readonly deadLetters: readonly { readonly event: { readonly key: string; readonly position: string } }[];
  readonly nextPageToken: string;
}

let directory: string;
let receiver: WebhookReceiver;
let server: TestServer;
let api: Api;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-audit-'));
  receiver = await WebhookReceiver.start();
  server = await startServer({
    directory,
    env: {
      ...authEnv,
      PENNON_AUDIT_EVENTS: 'flag:* dead_letter:*',
      PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
      PENNON_AUDIT_SINKS_WEBHOOK_URL: receiver.url,
      PENNON_AUDIT_SINKS_WEBHOOK_SIGNING_SECRET: SECRET,
    },
  });
  api = bearing(apiAt(server.url), BOOTSTRAP_TOKEN);
}, 180_000);

afterAll(async () => {
  await server.stop();
  await receiver.stop();
  rmSync(directory, { recursive: true });
});

async function list(query = ''): Promise<DeadLettersJson> {
  const answer = await api.send({ path: `/audit/v1/dead-letters${query}` });
  expect(answer.status).toBe(200);
  return jsonOf(answer) as DeadLettersJson;
}

const replay = (body: object) => jsonRequest('POST', '/audit/v1/dead-letters/replay', body);

test('what a webhook refuses is listed, is delivered when it is replayed, and then gone', async () => {
  receiver.status = 400;
  for (const key of ['a', 'b', 'c']) await addFlag(api, { key });
  await eventually(async () => {
    expect((await list()).deadLetters.map(({ event }) => event.key)).toEqual(['a', 'b', 'c']);
  });
  const { deadLetters, nextPageToken } = await list('?sink=webhook&limit=2');
  expect(deadLetters).toMatchObject([
    { sink: 'webhook', reason: 'it was answered 400', attempts: 1, event: { type: 'flag', key: 'a' } },
    { event: { key: 'b', actor: { displayName: 'initial_bootstrap_token' } } },
  ]);
  const rest = await list(`?sink=webhook&limit=2&pageToken=${encodeURIComponent(nextPageToken)}`);
  expect(rest).toMatchObject({ deadLetters: [{ event: { key: 'c' } }], nextPageToken: '' });

  receiver.status = 200;
  const position = deadLetters[1]?.event.position;
  expect(jsonOf(await api.send(replay({ sink: 'webhook', position })))).toEqual({
    ...{ delivered: 1, refused: 0, remaining: 2, failure: '' },
  });
  const client = new GrpcClient(server.grpcAddress);
  const metadata = { authorization: `Bearer ${BOOTSTRAP_TOKEN}` };
  const outcome = await client.call(replayDeadLetters, { sink: 'webhook' }, { metadata });
  expect(outcome).toMatchObject({ message: { delivered: 2, remaining: 0, failure: '' } });
  expect(await client.call(listDeadLetters, {}, { metadata })).toMatchObject({
    message: { deadLetters: [] },
  });
  expect(await client.call(replayDeadLetters, { sink: 'webhook' })).toMatchObject({
    code: status.UNAUTHENTICATED,
  });
  client.close();
  expect(receiver.taken.filter((key) => key !== 'webhook')).toEqual(['b', 'a', 'c']);
  for (const { headers, body } of receiver.received) {
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers['x-flipt-webhook-signature']).toBe(signature);
  }

  const { events } = jsonOf(await api.send({ path: '/audit/v1/events?type=dead_letter' })) as {
    readonly events: readonly object[];
  };
  expect(events).toMatchObject([
    { action: 'replayed', key: 'webhook', actor: { displayName: 'initial_bootstrap_token' } },
    { action: 'replayed', after: { sink: 'webhook', delivered: [Number(position)], refused: [] } },
  ]);
}, 180_000);

test('what can mean nothing is refused, with the field and the reason', async () => {
  const unknown = await api.send(replay({ sink: 'kafka' }));
  expect([unknown.status, jsonOf(unknown)]).toMatchObject([
    400,
    { message: 'invalid field sink: must be one of webhook' },
  ]);
  const missing = await api.send(replay({ sink: 'webhook', position: '999' }));
  expect([missing.status, jsonOf(missing)]).toMatchObject([
    404,
    { message: 'dead letter 999 of sink "webhook" not found' },
  ]);
  const page = await api.send({ path: '/audit/v1/dead-letters?pageToken=7' });
  expect([page.status, jsonOf(page)]).toMatchObject([
    400,
    { message: 'invalid field pageToken: is not valid: "7"' },
  ]);
  const negative = await api.send({ path: '/audit/v1/dead-letters?limit=-1' });
  expect(negative.status).toBe(400);
});
