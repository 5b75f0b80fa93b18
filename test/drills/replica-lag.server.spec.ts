import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { jsonRequest, type Answer, type Request } from '../support/http';
import { PrivateRedis } from '../support/private-redis';
import { seeLastChange, seeNextChange } from './support/see-change';
import { describeDrill } from './support/describe-drill';
import { printPhases } from './support/evaluation-load';
import { revisionOf } from './support/known-flags';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { EVALUATION, modes, startTier, startTiers, type Env, type Tiers } from './support/tiers';

describeDrill([...postgresPrograms, 'redis-server'], 'a replica that lags', () => {
  let primary: PrivatePostgres;
  /** Follows all the time, as long as it is there. */
  let diligent: PrivatePostgres;
  /** Stops to follow now and then. */
  let idle: PrivatePostgres;
  let redis: PrivateRedis;
  let tiers: Tiers;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    primary = await PrivatePostgres.create();
    for (const database of ['strict', 'bounded', 'redis']) await primary.createDatabase(database);
    diligent = await primary.createStandby();
    idle = await primary.createStandby();
  });

  afterAll(async () => {
    await redis.kill();
    for (const server of [idle, diligent, primary]) await server.remove();
  });

  async function change(times: number): Promise<Answer> {
    const answer = await tiers.flags.change();
    expect(answer.status).toBe(200);
    return times === 1 ? answer : change(times - 1);
  }

  describe.each(['strict', 'bounded'] as const)('in %s mode', (mode) => {
    beforeAll(async () => {
      tiers = await startTiers(
        { ...modes[mode], PENNON_DB_URL: primary.url(mode) },
        {
          readerEnv: {
            PENNON_DB_READ_URLS: `${diligent.url(mode)} ${idle.url(mode)}`,
            PENNON_FRESHNESS_MAX_AGE: '3s',
          },
        },
      );
    });

    afterAll(() => tiers.stop());

    it('never takes a reader back to an older revision', async () => {
      const load = tiers.load();
      await load.phase('both follow', () => seeNextChange(tiers));
      await load.phase('one lags', async () => {
        await idle.stopFollowing();
        await change(5);
        await seeLastChange(tiers.reader, tiers.flags);
        await delay(1_000);
      });
      await load.phase('only that one is left', async () => {
        await diligent.kill();
        await change(5);
        await delay(2_000);
      });
      await load.phase('it follows again', async () => {
        await idle.goOnFollowing();
        await seeLastChange(tiers.reader, tiers.flags);
      });
      await load.phase('both follow again', async () => {
        await diligent.start();
        await seeNextChange(tiers);
        await delay(1_000);
      });
      expect(await load.stop()).toEqual([]);
      printPhases(`replicas that lag, ${mode}: evaluations at a reader`, load.phases);
    });

    it('never takes a namespace for deleted that it has not seen created', async () => {
      await idle.stopFollowing();
      const key = `late-${mode}`;
      const { writer, reader } = tiers;
      await writer.api.send(jsonRequest('POST', '/api/v1/namespaces', { key, name: key }));
      await addFlag(writer.api, { namespaceKey: key, key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
      const evaluation = jsonRequest('POST', '/evaluate/v1/boolean', { namespaceKey: key, flagKey: 'on' });
      await eventually(async () => {
        expect((await reader.api.send(evaluation)).status).toBe(200);
      });
      const end = performance.now() + 2_000;
      const statuses = new Set<number>();
      while (performance.now() < end) statuses.add((await reader.api.send(evaluation)).status);
      expect([...statuses]).toEqual([200]);
      await idle.goOnFollowing();
    });

    it('is told by age and health, whatever the replica says of itself', async () => {
      await seeNextChange(tiers);
      await idle.stopFollowing();
      await diligent.stopFollowing();
      await change(1);
      const age = async (): Promise<number> => {
        const { headers } = await tiers.reader.api.send(EVALUATION);
        return Number(headers['x-pennon-age-ms']);
      };
      await eventually(async () => {
        expect(await age()).toBeGreaterThan(3_000);
      });
      const health = async (): Promise<number> => (await tiers.reader.api.send({ path: '/health' })).status;
      expect(await health()).toBe(503);
      await idle.goOnFollowing();
      await diligent.goOnFollowing();
      await seeLastChange(tiers.reader, tiers.flags);
      await eventually(async () => {
        expect([(await age()) < 3_000, await health()]).toEqual([true, 200]);
      });
    });

    it('reads from the primary while no replica can be read', async () => {
      await seeNextChange(tiers);
      await diligent.kill();
      await idle.kill();
      await change(1);
      await seeLastChange(tiers.reader, tiers.flags);
      await diligent.start();
      await idle.start();
      await seeNextChange(tiers);
    });

    it('has a reader refuse, after a while, to answer for a revision that it has not got', async () => {
      await seeNextChange(tiers);
      await idle.stopFollowing();
      await diligent.stopFollowing();
      const revision = revisionOf(await change(1));
      const start = performance.now();
      const refused = await tiers.reader.api.send(since(revision));
      expect([refused.status, performance.now() - start < 5_000]).toEqual([503, true]);

      const waiting = tiers.reader.api.send(since(revision));
      await idle.goOnFollowing();
      await diligent.goOnFollowing();
      const answered = await waiting;
      expect(answered.status).toBe(200);
      expect(revisionOf(answered)).toBeGreaterThanOrEqual(revision);
    });
  });

  describe('with a Redis shared by those who lag and those who do not', () => {
    let env: Env;
    let lagging: Env;

    beforeAll(async () => {
      env = {
        ...modes.bounded,
        PENNON_DB_URL: primary.url('redis'),
        PENNON_CACHE_BACKEND: 'redis',
        PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      };
      lagging = { PENNON_DB_READ_URLS: idle.url('redis') };
      tiers = await startTiers(env, { readerEnv: lagging });
    });

    afterAll(() => tiers.stop());

    it('never has an old document taken for a new one', async () => {
      await seeNextChange(tiers);
      const load = tiers.load();
      await idle.stopFollowing();
      await change(3);
      // What is in Redis from now on comes from those who lag.
      await redis.restart();
      const another = await startTier('reader', { ...env, ...lagging });
      const current = await startTier('reader', env);
      expect(await tiers.flags.countAt(current.api)).toBe(tiers.flags.lastAcknowledged);
      await change(3);
      await seeLastChange(current, tiers.flags);
      await idle.goOnFollowing();
      await seeLastChange(tiers.reader, tiers.flags);
      expect(await load.stop()).toEqual([]);
      for (const { server } of [another, current]) expect(await server.stop()).toBe(0);
    });
  });
});

/** An evaluation that wants to see that revision. */
function since(revision: number): Request {
  return { ...EVALUATION, headers: { ...EVALUATION.headers, 'x-pennon-min-revision': `${revision}` } };
}
