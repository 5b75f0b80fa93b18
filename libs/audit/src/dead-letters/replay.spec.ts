import { createHmac } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import type { RpcCall } from '@pennon/api';
import { pennonAudit } from '@pennon/proto';
import { ReadOnlyError, SERVICE_ORIGIN } from '@pennon/domain';
import { SystemClock } from '@pennon/storage';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { WebhookReceiver } from '../../../../test/support/webhook-receiver';
import { EventNames } from '../events/events.presenter';
import { openSinks } from '../sinks/open-sinks';
import { DeadLettersController } from './dead-letters.controller';
import { Replay } from './replay';

const SECRET = 'secret of the webhook';

let temporary: TemporaryDatabase;
let receiver: WebhookReceiver;
let replay: Replay;
let names: EventNames;

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  temporary = await openTemporaryDatabase();
  receiver = await WebhookReceiver.start();
  const config = temporary.config({
    PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
    PENNON_AUDIT_SINKS_WEBHOOK_URL: receiver.url,
    PENNON_AUDIT_SINKS_WEBHOOK_SIGNING_SECRET: SECRET,
  });
  names = new EventNames(config);
  const ports = { unitOfWork: temporary.unitOfWork, clock: new SystemClock(), names };
  replay = new Replay(openSinks(config.audit.sinks), ports);
});

afterEach(async () => {
  await receiver.stop();
  await temporary.remove();
  jest.restoreAllMocks();
});

/** Events of flags of those keys, all of them given up. */
async function bury(...keys: readonly string[]): Promise<void> {
  await temporary.unitOfWork.write(async ({ audit, auditDeliveries }) => {
    const facts = keys.map((key) => {
      return { type: 'flag', action: 'created', key, before: undefined, after: { key } } as const;
    });
    await audit.append({ origin: SERVICE_ORIGIN, at: 1000, facts });
    for (const position of keys.keys()) {
      const letter = { sink: 'webhook', position: position + 1, body: '{}' };
      await auditDeliveries.bury({ ...letter, reason: 'it was answered 400', attempts: 1, failedAt: 5 });
    }
  });
}

async function remaining() {
  return temporary.unitOfWork.read(({ auditDeliveries }) => auditDeliveries.letters({ limit: 1000 }));
}

async function lastEvent() {
  const [event] = await temporary.unitOfWork.read(({ audit }) => audit.list({ limit: 1 }));
  return event;
}

const origin = { ...SERVICE_ORIGIN, actor: 'anna' };

describe('replaying dead letters', () => {
  it('delivers them in their order, signed as ever, and forgets them', async () => {
    await bury('a', 'b', 'c');
    expect(await replay.run('webhook', undefined, origin)).toEqual({
      ...{ delivered: 3, refused: 0, remaining: 0, failure: '' },
    });
    expect(receiver.taken).toEqual(['a', 'b', 'c']);
    for (const { headers, body } of receiver.received) {
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      expect(headers['x-flipt-webhook-signature']).toBe(signature);
    }
    expect(await remaining()).toEqual([]);
  });

  it('is an event itself, of whoever asked for it', async () => {
    await bury('a', 'b');
    await replay.run('webhook', undefined, origin);
    expect(await lastEvent()).toMatchObject({
      ...{ type: 'dead_letter', action: 'replayed', key: 'webhook', origin: { actor: 'anna' } },
      after: { sink: 'webhook', delivered: [1, 2], refused: [] },
    });
  });

  it('of one leaves the others', async () => {
    await bury('a', 'b', 'c');
    expect(await replay.run('webhook', 2, origin)).toMatchObject({ delivered: 1, remaining: 2 });
    expect(receiver.taken).toEqual(['b']);
    expect((await remaining()).map(({ position }) => position)).toEqual([1, 3]);
  });

  it('keeps what is refused again, with the reason of now, and goes on', async () => {
    await bury('a', 'bad', 'c');
    receiver.refused = { text: '"key":"bad"', status: 422 };
    expect(await replay.run('webhook', undefined, origin)).toMatchObject({
      ...{ delivered: 2, refused: 1, remaining: 1, failure: '' },
    });
    expect(await remaining()).toMatchObject([{ position: 2, reason: 'it was answered 422', attempts: 2 }]);
  });

  it('ends at a sink that fails, having noted what was taken before', async () => {
    await bury('a', 'b', 'c');
    receiver.refused = { text: '"key":"b"', status: 503 };
    expect(await replay.run('webhook', undefined, origin)).toEqual({
      ...{ delivered: 1, refused: 0, remaining: 2, failure: 'it was answered 503' },
    });
    expect(receiver.taken).toEqual(['a']);
    expect((await remaining()).map(({ position, attempts }) => [position, attempts])).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  it('offers no more than a hundred in one go', async () => {
    await bury(...Array.from({ length: 101 }, (_, index) => `flag-${index}`));
    expect(await replay.run('webhook', undefined, origin)).toMatchObject({ delivered: 100, remaining: 1 });
    expect(await replay.run('webhook', undefined, origin)).toMatchObject({ delivered: 1, remaining: 0 });
  });

  it('of nothing is no event', async () => {
    expect(await replay.run('webhook', undefined, origin)).toMatchObject({ delivered: 0, remaining: 0 });
    expect(await lastEvent()).toBeUndefined();
  });

  it('of what is no sink, or no dead letter, is refused', async () => {
    await expect(replay.run('log', undefined, origin)).rejects.toThrow(
      'invalid field sink: must be one of webhook',
    );
    await expect(replay.run('webhook', 7, origin)).rejects.toThrow(
      'dead letter 7 of sink "webhook" not found',
    );
  });
  it('is not for an instance that must not write', async () => {
    const controller = new DeadLettersController(temporary.unitOfWork, names);
    const request = create(pennonAudit.ReplayDeadLettersRequestSchema, { sink: 'webhook' });
    await expect(controller.offerAgain(request, {} as RpcCall)).rejects.toThrow(ReadOnlyError);
  });
});
