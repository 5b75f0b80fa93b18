import { eventuallySays, eventuallyShows } from '../../support/dependencies';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { jsonRequest } from '../../support/http';
import { PrivateRedis } from '../../support/private-redis';
import { startServer } from '../../support/server';
import { useProcess, useServer } from '../../support/use-server';
import { useBucket, BUCKET } from '../declarative/support/use-bucket';
import { publishByHand } from '../../drills/support/publish-by-hand';

describe('a writer on SQLite alone', () => {
  const server = useServer();

  it('depends on its database', async () => {
    await eventuallySays(server, { database: 1, database_writes: 1 });
    await eventuallyShows(server, { database: undefined, writes: undefined });
  });
});

describeWithPrograms(['redis-server'], 'a writer with Redis', () => {
  let redis: PrivateRedis;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });

  afterAll(async () => {
    await redis.kill();
  });

  const server = useServer(() => ({
    PENNON_CACHE_ENABLED: 'true',
    PENNON_CACHE_BACKEND: 'redis',
    PENNON_CACHE_REDIS_HOST: '127.0.0.1',
    PENNON_CACHE_REDIS_PORT: `${redis.port}`,
  }));

  it('says that Redis is away, and back, though nothing is asked of it', async () => {
    await eventuallySays(server, { database: 1, database_writes: 1, redis: 1 });
    await eventuallyShows(server, { database: undefined, writes: undefined, cache: undefined });
    await redis.kill();
    await eventuallySays(server, { database: 1, database_writes: 1, redis: 0 });
    await eventuallyShows(server, {
      database: undefined,
      writes: undefined,
      cache: 'Redis cannot be used: see the log',
    });
    expect(server.logged('WARN').join('\n')).toContain('through Redis');
    await redis.restart();
    await eventuallySays(server, { database: 1, database_writes: 1, redis: 1 });
  });
});

describe('a bucket', () => {
  const bucket = useBucket();

  afterEach(() => {
    bucket.proxy.heal();
  });

  describe('from which a reader lives', () => {
    const reader = useProcess(async () => {
      await publishByHand(bucket.server, BUCKET, { revision: 1, enabled: true });
      return startServer({ tier: 'reader', env: bucket.readerEnv });
    });

    it('is away while it refuses the credentials, and then back', async () => {
      await eventuallySays(reader, { object_store: 1 });
      bucket.proxy.inject({ status: 403 }, {});
      await eventuallySays(reader, { object_store: 0 });
      await eventuallyShows(reader, { object_store: 'snapshots cannot be read from it: see the log' });
      bucket.proxy.heal();
      await eventuallySays(reader, { object_store: 1 });
      await eventuallyShows(reader, { object_store: undefined });
    });
  });

  describe('that a writer exports to', () => {
    const writer = useServer(() => ({
      ...bucket.writerEnv,
      PENNON_EXPORT_TO: `s3://${BUCKET}/exported`,
      PENNON_EXPORT_S3_ENDPOINT: bucket.proxy.endpoint,
    }));

    it('is away from a failed export to the next that works', async () => {
      await eventuallySays(writer, { database: 1, database_writes: 1, object_store: 1 });
      bucket.proxy.inject({ status: 403 }, {});
      await writer.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
      await eventuallySays(writer, { database: 1, database_writes: 1, object_store: 0 });
      const reason = /^object storage cannot be used, failures in a row: \d+: see the log$/;
      await eventuallyShows(writer, {
        database: undefined,
        writes: undefined,
        export: expect.stringMatching(reason) as string,
      });
      bucket.proxy.heal();
      await eventuallySays(writer, { database: 1, database_writes: 1, object_store: 1 });
      await eventuallyShows(writer, { database: undefined, writes: undefined, export: undefined });
    });
  });
});
