import { eventually } from '../support/eventually';
import { PrivateRedis } from '../support/private-redis';
import { describeDrill } from './support/describe-drill';
import { Disturbance, type Fault } from './support/fault';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { longestOf, statusesOf } from './support/probe';
import { drillRedisFault, type RedisReport } from './support/redis-fault';
import { RedisGarbage } from './support/redis-garbage';
import { startTiers, type Env, type Tiers } from './support/tiers';

/** The promise of the longest staleness; and what hangs takes longer. In milliseconds. */
const TTL_MS = 3_000;

const FAULT_MS = 3_000;

/** Half of the evaluations take less, unless each of them waits for Redis; in milliseconds. */
const NO_WAIT_MS = 250;

let redis: PrivateRedis;

const hanging: Fault = {
  name: 'hanging',
  begin: () => {
    redis.hang();
  },
  end: () => {
    redis.goOn();
  },
};

const killed: Fault = {
  name: 'killed, and restarted empty',
  begin: () => redis.kill(),
  end: () => redis.restart(),
};

const restarted = new Disturbance('restarted empty again and again', () => redis.restart(), 300);

const flushed = new Disturbance('flushed again and again', () => flush(redis), 20);

const garbage = new Disturbance('filled with garbage', () => new RedisGarbage(redis).spread(), 20);

async function flush(server: PrivateRedis): Promise<void> {
  const client = server.client();
  await client.flushall();
  client.disconnect();
}

describeDrill([...postgresPrograms, 'redis-server'], 'a Redis', () => {
  let postgres: PrivatePostgres;
  let env: Env;
  let tiers: Tiers;

  beforeAll(async () => {
    postgres = await PrivatePostgres.create();
    redis = await PrivateRedis.start();
    env = {
      PENNON_DB_URL: await postgres.createDatabase('flags'),
      PENNON_CACHE_ENABLED: 'true',
      PENNON_CACHE_TTL: `${TTL_MS}ms`,
      PENNON_CACHE_BACKEND: 'redis',
      PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    };
    tiers = await startTiers(env);
    const client = redis.client();
    // Faults of something that is not used would show nothing.
    await eventually(async () => {
      expect(await client.keys('*')).not.toEqual([]);
    });
    client.disconnect();
  });

  afterAll(async () => {
    await tiers.stop();
    await redis.kill();
    await postgres.remove();
  });

  describe.each([hanging, killed, restarted, flushed, garbage])('that is $name', (fault) => {
    let report: RedisReport;

    beforeAll(async () => {
      report = await drillRedisFault(tiers, env, fault, FAULT_MS);
    });

    it('leaves every evaluation right', () => {
      expect(report.complaints).toEqual([]);
    });

    it('does not make evaluations wait', () => {
      expect(report.load.p50).toBeLessThan(NO_WAIT_MS);
    });

    it('lets changes be made, and seen in time', () => {
      expect(statusesOf(report.changes)).toEqual([200]);
      expect(longestOf(report.changes)).toBeLessThan(TTL_MS);
    });

    it('has tokens known for what they are', () => {
      expect(statusesOf(report.newToken)).toEqual([200]);
      expect(statusesOf(report.unknownToken)).toEqual([401]);
      expect(longestOf([...report.newToken, ...report.unknownToken])).toBeLessThan(TTL_MS);
    });

    it('leaves health as it was', () => {
      expect(statusesOf(report.health)).toEqual([200]);
    });

    it('lets another reader start, which knows all that was written', () => {
      expect(report.lagOfNewReader).toBe(0);
    });
  });
});
