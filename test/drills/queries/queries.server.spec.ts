import { createServerDatabase, dropServerDatabase } from '../../support/database-server';
import { addFlag } from '../../support/flags';
import { jsonRequest } from '../../support/http';
import { startServer } from '../../support/server';
import { describeWithServers, redisUrl } from '../support/describe-with-servers';
import { instanceOf, type Instance } from '../fleet/instance';
import { report } from '../support/report';
import { usePrefix } from '../support/use-prefix';
import { CountingProxy } from './counting-proxy';

jest.setTimeout(60_000);

/** How many ask at the same time. */
const CLIENTS = 100;

/** Longer than anything else that happens here, so that a round trip is what an answer waits for. */
const ROUND_TRIP_MS = 300;

/** Polls would be counted, too, and so would be the pings of the connection on which changes are told. */
const asksNothingElse = { PENNON_FRESHNESS_POLL_INTERVAL: '1h', PENNON_FRESHNESS_PUSH: 'off' };

const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'beta', entityId: 'me' });

/** A reader whose way to the database is counted; to Redis, too, if it has one. */
interface CountedReader {
  readonly reader: Instance;
  readonly database: CountingProxy;
  readonly redis: CountingProxy;
}

/** Starts a reader on a new database that has the flag `beta`, before the first test of the surrounding `describe`. */
function useCountedReader(env: Readonly<Record<string, string>>, withRedis = false): CountedReader {
  let databaseUrl: string;
  let reader: Instance;
  let database: CountingProxy;
  let redis: CountingProxy;

  beforeAll(async () => {
    databaseUrl = await createServerDatabase('postgres');
    const writer = instanceOf('writer', await startServer({ env: { PENNON_DB_URL: databaseUrl } }));
    await addFlag(writer, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
    await writer.stop();
    [database, redis] = await Promise.all([CountingProxy.to(databaseUrl), CountingProxy.to(redisUrl)]);
    const settings = {
      PENNON_DB_URL: database.through(databaseUrl),
      ...(withRedis && { PENNON_CACHE_REDIS_URL: redis.through(redisUrl) }),
      ...asksNothingElse,
      ...env,
    };
    reader = instanceOf('reader', await startServer({ tier: 'reader', env: settings }));
    await evaluate(reader, 1);
    // What the start has asked shows that they are on its way.
    expect(database.bytes).toBeGreaterThan(0);
    expect(redis.bytes > 0).toBe(withRedis);
  });

  beforeEach(() => {
    database.clear();
    redis.clear();
  });

  afterAll(async () => {
    await reader.stop();
    await Promise.all([database.close(), redis.close()]);
    await dropServerDatabase(databaseUrl);
  });

  return {
    get reader(): Instance {
      return reader;
    },
    get database(): CountingProxy {
      return database;
    },
    get redis(): CountingProxy {
      return redis;
    },
  };
}

/** That many evaluations at the same time. */
async function evaluate(reader: Instance, count: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, () => reader.send(question)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
}

describeWithServers(['postgres'], 'in strict mode', () => {
  const counted = useCountedReader({ PENNON_FRESHNESS_CONFIRM_TIMEOUT: '10s' });

  afterEach(() => {
    counted.database.roundTripMs = 0;
  });

  /** What was asked beside whether the server is fenced off, which each connection is asked once a second. */
  const statements = (): readonly string[] =>
    counted.database.statements.filter((sql) => !sql.includes('default_transaction_read_only'));

  it('an evaluation on its own reads the revision, and nothing else', async () => {
    await evaluate(counted.reader, 1);
    expect(statements()).toEqual([expect.stringMatching(/^SELECT\b.*\brevision\b/is)]);
    expect(counted.database.statements.length).toBeLessThanOrEqual(2);
  });

  it(`${CLIENTS} evaluations that begin within a round trip share two reads of the revision`, async () => {
    counted.database.roundTripMs = ROUND_TRIP_MS;
    await evaluate(counted.reader, CLIENTS);
    expect(statements()).toEqual([
      expect.stringMatching(/\brevision\b/i),
      expect.stringMatching(/\brevision\b/i),
    ]);
  });

  it(`while ${CLIENTS} ask on and on, no more than two revisions are read per round trip`, async () => {
    counted.database.roundTripMs = ROUND_TRIP_MS;
    const end = performance.now() + 10 * ROUND_TRIP_MS;
    const askOn = async (): Promise<void> => {
      while (performance.now() < end) await evaluate(counted.reader, 1);
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, askOn));
    const roundTrips = (performance.now() - startedAt) / ROUND_TRIP_MS;
    const reads = statements().length;
    report(`strict: ${reads} reads of the revision in ${roundTrips.toFixed(1)} round trips`);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(2 * roundTrips);
    expect(statements().filter((sql) => !/\brevision\b/i.test(sql))).toEqual([]);
  });
});

const bounded = { PENNON_CACHE_ENABLED: 'true', PENNON_CACHE_TTL: '2h' };

describeWithServers(['postgres', 'redis'], 'in bounded mode', () => {
  describe('with the memory of the process', () => {
    const counted = useCountedReader(bounded);

    it('a thousand evaluations ask the database nothing', async () => {
      for (let round = 0; round < 10; round++) await evaluate(counted.reader, CLIENTS);
      expect(counted.database.statements).toEqual([]);
      expect(counted.database.bytes).toBe(0);
    });
  });

  describe('with Redis', () => {
    const prefix = usePrefix();
    const redis = { PENNON_CACHE_BACKEND: 'redis', PENNON_CACHE_REDIS_PREFIX: prefix };
    const counted = useCountedReader({ ...bounded, ...redis }, true);

    it('a thousand evaluations ask neither the database nor Redis', async () => {
      for (let round = 0; round < 10; round++) await evaluate(counted.reader, CLIENTS);
      expect(counted.database.bytes).toBe(0);
      expect(counted.redis.bytes).toBe(0);
    });
  });
});
