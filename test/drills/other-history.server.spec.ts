import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { MetricsPage } from '../support/metrics';
import { describeDrill } from './support/describe-drill';
import { seenBy } from './support/instances';
import { PostgresPair } from './support/postgres-pair';
import { postgresPrograms, type PrivatePostgres } from './support/private-postgres';
import { startTier, stopInGoodOrder, type DrilledServer, type Env } from './support/tiers';

/** Twice as long as a reader may take to compare its servers, in milliseconds. */
const COMPARED_MS = 3000;

const EVALUATION = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'switch', entityId: 'someone' });

let pair: PostgresPair;
let writer: DrilledServer;
const running: DrilledServer[] = [];

/** Starts an instance, which ends with the test. */
async function start(tier: 'writer' | 'reader', env: Env): Promise<DrilledServer> {
  const server = await startTier(tier, env);
  running.push(server);
  return server;
}

/** Switches the flag; resolves when that was acknowledged, with the moment. */
async function set(enabled: boolean): Promise<number> {
  const request = jsonRequest('PUT', '/api/v1/namespaces/default/flags/switch', { name: 'Switch', enabled });
  await eventually(async () => {
    expect((await writer.api.send(request)).status).toBe(200);
  });
  return performance.now();
}

/** Changes the flag so many times, and leaves it like that. */
async function change(enabled: boolean, times: number): Promise<number> {
  const acknowledgedAt = await set(enabled);
  return times === 1 ? acknowledgedAt : change(enabled, times - 1);
}

/**
 * Evaluates for a while: whatever is asked once the servers were compared shows what was acknowledged, or says that it
 * is as old as that.
 */
async function expectNeverCalledFresh(reader: DrilledServer, enabled: boolean, acknowledgedAt: number) {
  const end = performance.now() + 2 * COMPARED_MS;
  while (performance.now() < end) {
    const askedAt = performance.now();
    const answer = await reader.api.send(EVALUATION);
    const age = Number(answer.headers['x-pennon-age-ms']);
    const isRight = answer.status === 200 && (jsonOf(answer) as { enabled: boolean }).enabled === enabled;
    const isOld = answer.status === 503 || age >= askedAt - acknowledgedAt - COMPARED_MS;
    expect({ age, isRightOrOld: isRight || isOld }).toEqual({ age, isRightOrOld: true });
    await delay(20);
  }
}

async function partsOf({ server }: DrilledServer): Promise<Readonly<Record<string, { state: string }>>> {
  const answer = await apiAt(server.url).send({ path: '/health/ready' });
  return (jsonOf(answer) as { parts: Readonly<Record<string, { state: string }>> }).parts;
}

async function historyChanges({ server }: DrilledServer): Promise<number> {
  const { body } = await apiAt(server.url).send({ path: '/metrics' });
  return new MetricsPage(body.toString()).sum('pennon_history_changes_total');
}

function timesLogged({ server }: DrilledServer, text: string): number {
  return server.output().split(text).length - 1;
}

beforeEach(async () => {
  pair = await PostgresPair.create();
  writer = await start('writer', { PENNON_DB_URL: pair.url });
  await addFlag(writer.api, { key: 'switch', type: 'BOOLEAN_FLAG_TYPE' });
});

afterEach(async () => {
  for (const { server } of running.splice(0).toReversed()) await stopInGoodOrder(server);
  await pair.remove();
});

describeDrill(postgresPrograms, 'a replica of another history', () => {
  let other: PrivatePostgres;

  beforeEach(async () => {
    other = await pair.primary.createStandby();
  });

  afterEach(async () => {
    await other.remove();
  });

  /** Three switches that the standby never sees, and then the failover to it. */
  async function loseThree(): Promise<void> {
    await pair.isCaughtUp();
    await pair.standby.kill();
    await change(true, 3);
    await other.isCaughtUpWith(pair.primary);
    await pair.primary.kill();
    await pair.standby.start();
    await pair.handOver();
  }

  it('is left by a reader that was ahead with it, and read again once it follows', async () => {
    const reader = await start('reader', {
      PENNON_DB_URL: pair.url,
      PENNON_DB_READ_URLS: other.url('flags'),
    });
    await change(false, 1);
    await loseThree();
    // Fewer than were lost, as many, and more.
    for (let writes = 0; writes < 4; writes++) {
      const acknowledgedAt = await change(false, 1);
      await expectNeverCalledFresh(reader, false, acknowledgedAt);
    }
    expect((await seenBy(reader.api)).enabled).toBe(false);
    expect(await partsOf(reader)).toMatchObject({ replicas: { state: 'down' }, snapshots: { state: 'up' } });
    expect(timesLogged(reader, 'the replica has another history than the primary')).toBe(1);
    expect(await historyChanges(reader)).toBeGreaterThanOrEqual(1);
  });

  it('is not believed by a reader that starts with it', async () => {
    await loseThree();
    await change(false, 3);
    const reader = await start('reader', {
      PENNON_DB_URL: pair.url,
      PENNON_DB_READ_URLS: other.url('flags'),
    });
    expect((await seenBy(reader.api)).enabled).toBe(false);
    expect(await partsOf(reader)).toMatchObject({ replicas: { state: 'down' } });
  });
});

describeDrill(postgresPrograms, 'a primary that is fenced off, and goes on to run', () => {
  it('is left by a reader within a second, though its connections stay', async () => {
    const refusing = { PENNON_FRESHNESS_UNCONFIRMED: 'refuse' };
    const readers = [
      await start('reader', { PENNON_DB_URL: pair.url }),
      await start('reader', { PENNON_DB_URL: pair.url, ...refusing }),
    ];
    await pair.isCaughtUp();
    await pair.primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await pair.primary.query('SELECT pg_reload_conf()');
    await pair.handOver();
    const acknowledgedAt = await change(true, 1);
    await Promise.all(readers.map(async (reader) => expectNeverCalledFresh(reader, true, acknowledgedAt)));
    for (const { api } of readers) expect((await seenBy(api)).enabled).toBe(true);
  });

  it('is told by a reader whose address goes on to lead there', async () => {
    const reader = await start('reader', { PENNON_DB_URL: pair.primary.url('flags') });
    await pair.isCaughtUp();
    await pair.primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await pair.primary.query('SELECT pg_reload_conf()');
    await pair.handOver();
    const acknowledgedAt = await change(true, 1);
    await expectNeverCalledFresh(reader, true, acknowledgedAt);
    expect(await partsOf(reader)).toMatchObject({ database: { state: 'down' } });
    expect(timesLogged(reader, 'is fenced off')).toBeGreaterThan(0);
    const { body } = await apiAt(reader.server.url).send({ path: '/metrics' });
    expect(new MetricsPage(body.toString()).sum('pennon_dependency_up')).toBe(0);
  });
});
