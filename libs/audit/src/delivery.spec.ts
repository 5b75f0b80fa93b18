import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { SERVICE_ORIGIN, type AuditFact } from '@pennon/domain';
import { DatabaseOperationLock, SystemClock } from '@pennon/storage';
import { eventually } from '../../../test/support/eventually';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { WebhookReceiver } from '../../../test/support/webhook-receiver';
import { AuditJobs } from './audit-jobs';
import { EventNames } from './events/events.presenter';

let temporary: TemporaryDatabase;
let receiver: WebhookReceiver;
let running: AuditJobs[];

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  temporary = await openTemporaryDatabase();
  receiver = await WebhookReceiver.start();
  running = [];
});

afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  await receiver.stop();
  await temporary.remove();
  jest.restoreAllMocks();
});

/** The jobs of one more instance. */
async function startInstance(settings: NodeJS.ProcessEnv = {}): Promise<AuditJobs> {
  const clock = new SystemClock();
  const lock = new DatabaseOperationLock(temporary.database, clock);
  const config = temporary.config({
    PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
    PENNON_AUDIT_SINKS_WEBHOOK_URL: receiver.url,
    PENNON_AUDIT_SINKS_WEBHOOK_MAX_BACKOFF_DURATION: '20ms',
    ...settings,
  });
  const names = new EventNames(config);
  const jobs = new AuditJobs(config.audit, { unitOfWork: temporary.unitOfWork, lock, clock, names });
  running.push(jobs);
  await jobs.start();
  return jobs;
}

async function append(...keys: readonly string[]): Promise<void> {
  const facts = keys.map((key): AuditFact => {
    return { type: 'flag', action: 'created', namespaceKey: 'shop', key, before: undefined, after: { key } };
  });
  await temporary.unitOfWork.write(({ audit }) => audit.append({ origin: SERVICE_ORIGIN, at: 1000, facts }));
}

async function untilTaken(keys: readonly string[]): Promise<void> {
  await eventually(() => {
    expect(receiver.taken).toEqual(keys);
    return Promise.resolve();
  });
}

describe('deliveries to a webhook', () => {
  it('are in order, and begin with what happens after the sink was switched on', async () => {
    await append('before');
    await startInstance();
    await append('a', 'b');
    await append('c');
    await untilTaken(['a', 'b', 'c']);
  });

  it('go on where they were left, though nobody listened or delivered meanwhile', async () => {
    const first = await startInstance();
    await append('a');
    await untilTaken(['a']);
    // The receiver has it before the sender knows: stopped in between, it would be sent again.
    await eventually(() => {
      expect(first.deliveries[0]?.state.delivered).toBe(1);
      return Promise.resolve();
    });
    await first.stop();
    await append('b', 'c');
    await startInstance();
    await untilTaken(['a', 'b', 'c']);
  });

  it('wait for a receiver that fails, and then come in order', async () => {
    receiver.status = 503;
    const jobs = await startInstance();
    await append('a', 'b');
    await eventually(() => {
      expect(receiver.received.length).toBeGreaterThan(2);
      return Promise.resolve();
    });
    await append('c');
    receiver.status = 200;
    await untilTaken(['a', 'b', 'c']);
    await eventually(() => {
      expect(jobs.deliveries[0]?.state).toMatchObject({ pending: 0, delivered: 3, refused: 0 });
      return Promise.resolve();
    });
    expect(jobs.deliveries[0]?.state.failed).toBeGreaterThan(2);
  });

  it('keep what is refused as a dead letter, and go on', async () => {
    receiver.refused = { text: '"key":"bad"', status: 400 };
    const jobs = await startInstance();
    await append('a', 'bad', 'b');
    await untilTaken(['a', 'b']);
    const letters = await temporary.rows('audit_dead_letters');
    expect(letters).toMatchObject([
      { sink: 'webhook', position: 2, reason: 'it was answered 400', attempts: 1 },
    ]);
    expect(JSON.parse(String(letters[0]?.body))).toMatchObject({ version: '0.2', key: 'bad' });
    expect(jobs.deliveries[0]?.state.refused).toBe(1);
  });

  it('are made by one of many instances', async () => {
    await startInstance();
    await startInstance();
    const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`);
    for (const key of keys) await append(key);
    await untilTaken(keys);
    expect(receiver.received).toHaveLength(20);
  });

  it('are of the wanted events alone', async () => {
    await startInstance({ PENNON_AUDIT_EVENTS: 'token:* *:deleted' });
    await append('a');
    const gone = {
      type: 'flag',
      action: 'deleted',
      key: 'b',
      before: { key: 'b' },
      after: undefined,
    } as const;
    await temporary.unitOfWork.write(({ audit }) =>
      audit.append({ origin: SERVICE_ORIGIN, at: 1, facts: [gone] }),
    );
    await untilTaken(['b']);
  });
});

describe('deliveries to targets of a webhook', () => {
  const target = 'PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_';

  it('are of the form that each wants, signed as they are sent', async () => {
    const chat = await WebhookReceiver.start();
    await startInstance({
      [`${target}CHAT_URL`]: chat.url,
      [`${target}CHAT_TEMPLATE`]:
        '{"key": "{{key}}", "text": "{{type}} {{action}}: {{payload}}", "at": "{{position}}"}',
      [`${target}CHAT_CONTENT_TYPE`]: 'application/vnd.chat+json',
      [`${target}CHAT_SIGNING_SECRET`]: 'of the chat',
      [`${target}CHAT_HEADERS`]: 'Authorization: Bearer of-the-chat\nX-Team: shop',
    });
    await append('a "b"\n');
    await untilTaken(['a "b"\n']);
    await eventually(() => {
      expect(chat.taken).toEqual(['a "b"\n']);
      return Promise.resolve();
    });
    const [first] = chat.received;
    const { headers = {}, body = '' } = first ?? {};
    expect(JSON.parse(body)).toEqual({
      ...{ key: 'a "b"\n', at: 1 },
      text: `flag created: ${JSON.stringify({ key: 'a "b"\n' })}`,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.chat+json',
      authorization: 'Bearer of-the-chat',
      'x-team': 'shop',
    });
    // They are for that target alone.
    expect(receiver.received[0]?.headers).not.toHaveProperty('authorization');
    const signature = createHmac('sha256', 'of the chat').update(body).digest('hex');
    expect(headers['x-flipt-webhook-signature']).toBe(signature);
    expect(receiver.received[0]?.headers['x-flipt-webhook-signature']).toBeUndefined();
    await chat.stop();
  });

  it('do not wait for each other, and keep dead letters of their own', async () => {
    const chat = await WebhookReceiver.start();
    chat.status = 404;
    receiver.status = 503;
    await startInstance({ [`${target}CHAT_URL`]: chat.url });
    await append('a', 'b');
    await eventually(async () => {
      expect(await temporary.rows('audit_dead_letters')).toMatchObject([
        { sink: 'webhook:chat', position: 1 },
        { sink: 'webhook:chat', position: 2 },
      ]);
    });
    receiver.status = 200;
    await untilTaken(['a', 'b']);
    await chat.stop();
  });
});

describe('deliveries to a file', () => {
  it('are lines of JSON by Flipt’s names', async () => {
    const file = join(temporary.directory, 'logs', 'audit.log');
    await startInstance({
      PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
      PENNON_AUDIT_SINKS_LOG_FILE: file,
    });
    await append('a', 'b');
    await untilTaken(['a', 'b']);
    await eventually(() => {
      expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
      return Promise.resolve();
    });
    const [line = ''] = readFileSync(file, 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({
      ...{ version: '0.2', type: 'flag', action: 'created', status: 'success' },
      metadata: { actor: { authentication: 'none' } },
      payload: { key: 'a' },
      timestamp: '1970-01-01T00:00:00.001Z',
      namespace_key: 'shop',
    });
  });
});
