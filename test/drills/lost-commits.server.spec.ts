import { jsonRequest } from '../support/http';
import { PrivateRedis } from '../support/private-redis';
import { describeDrill } from './support/describe-drill';
import { historyErrors, type Instances } from './support/instances';
import { PostgresPair } from './support/postgres-pair';
import { postgresPrograms } from './support/private-postgres';
import { modes, type Env } from './support/tiers';

/** Writes to the new primary after the failover: fewer than were lost, as many, and more. */
const writes = [0, 1, 3, 10];
const LOST = 3;

describeDrill([...postgresPrograms, 'redis-server'], 'a failover that loses commits', () => {
  let redis: PrivateRedis;
  let pair: PostgresPair;
  let instances: Instances;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });

  afterAll(async () => {
    await redis.kill();
  });

  beforeEach(async () => {
    pair = await PostgresPair.create();
  });

  afterEach(async () => {
    await pair.remove();
  });

  async function start(mode: Env): Promise<void> {
    instances = await pair.startInstances(mode);
    await instances.switch(true, 3);
    await instances.allSee(true);
    await pair.isCaughtUp();
    // It does not come to know what follows.
    await pair.standby.kill();
  }

  async function fail(): Promise<void> {
    await pair.primary.kill();
    await pair.standby.start();
    await pair.handOver();
  }

  const kinds: readonly [string, () => Env][] = [
    ['strict mode', () => modes.strict],
    ['bounded mode', () => modes.bounded],
    [
      'bounded mode, with a Redis that outlives it',
      () => ({
        ...modes.bounded,
        PENNON_CACHE_BACKEND: 'redis',
        PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      }),
    ],
  ];

  describe.each(kinds)('in %s', (_, mode) => {
    it.each(writes)('and is followed by %d writes: all show what the database has', async (further) => {
      await start(mode());
      await instances.switch(false, LOST);
      const lost = await instances.allSee(false);
      await fail();
      // What was switched off is on again, as it was before, or as somebody makes it once more.
      if (further > 0) await instances.switch(true, further);
      const seen = await instances.allSee(true);
      expect(seen.revision).toBe(lost.revision - LOST + further);
      expect(seen.mark).not.toBe(lost.mark);
      const [snapshot, ...others] = await instances.clientSnapshots();
      expect(snapshot).toContain('"enabled":true');
      expect(new Set(others)).toEqual(new Set([snapshot]));
      expect(await instances.historyChanges()).toEqual([1, 1, 1, 1]);
      expect(instances.all.map(historyErrors)).toEqual([1, 1, 1, 1]);
      // A caller that wants a revision that was lost is not given another one for it, also once its number is passed.
      const wanted = { 'x-pennon-min-revision': `${lost.revision}.${lost.mark}` };
      const evaluation = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'switch', entityId: 'a' });
      const [{ api }] = instances.all as [(typeof instances.all)[number]];
      const answer = await api.send({ ...evaluation, headers: { ...evaluation.headers, ...wanted } });
      expect(answer.status).toBe(503);
    });
  });

  it('forgets what was revoked last, and knows within a second what is revoked after it', async () => {
    await start(modes.strict);
    const [lost, next] = [await instances.issueToken('lost'), await instances.issueToken('next')];
    await pair.primary.query('CHECKPOINT');
    await pair.standby.start();
    await instances.switch(false);
    await instances.allSee(false);
    await pair.isCaughtUp();
    await pair.standby.kill();
    expect(await instances.refusalsOf(lost)).toEqual([401, 401, 401, 401]);
    await fail();
    await instances.switch(true);
    await instances.allSee(true);
    // The number of this revocation was given before, to the one that was lost.
    expect(await instances.refusalsOf(next)).toEqual([401, 401, 401, 401]);
  });
});
