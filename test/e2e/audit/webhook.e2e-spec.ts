import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt } from '../../support/http';
import { startServer } from '../../support/server';
import { WebhookReceiver } from '../../support/webhook-receiver';

const SECRET = 'secret-of-the-webhook';

let directory: string;
let receiver: WebhookReceiver;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-audit-'));
  receiver = await WebhookReceiver.start();
});

afterEach(async () => {
  await receiver.stop();
  rmSync(directory, { recursive: true });
});

test('a server killed between commit and delivery loses no event: each comes in order, once at least, and signed', async () => {
  const env = {
    PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
    PENNON_AUDIT_SINKS_WEBHOOK_URL: receiver.url,
    PENNON_AUDIT_SINKS_WEBHOOK_SIGNING_SECRET: SECRET,
    PENNON_AUDIT_SINKS_WEBHOOK_MAX_BACKOFF_DURATION: '50ms',
  };
  receiver.status = 500;
  const victim = await startServer({ directory, env });
  const keys = ['a', 'b', 'c', 'd', 'e'];
  for (const key of keys) await addFlag(apiAt(victim.url), { key });
  await victim.stop('SIGKILL');
  expect(receiver.taken).toEqual([]);
  receiver.status = 200;
  // What a process has that was killed, another may take over when the lease is over.
  const heir = await startServer({ directory, env });
  await eventually(() => {
    expect([...new Set(receiver.taken)]).toEqual(keys);
    return Promise.resolve();
  });
  for (const { headers, body } of receiver.received) {
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers['x-flipt-webhook-signature']).toBe(signature);
  }
  expect(heir.output()).not.toContain(SECRET);
  await heir.stop();
}, 180_000);
