import { describeWithPrograms } from '../../support/describe-with-programs';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { PrivateRedis } from '../../support/private-redis';
import { startServer } from '../../support/server';
import { useProcess, useServer } from '../../support/use-server';
import { useTiers } from '../../support/use-tiers';
import { useBucket } from '../declarative/support/use-bucket';

const banner = '/api/v1/namespaces/default/flags/banner';

/** Declares that the reader hears of flags that are turned off at the writer, and on. */
function itTurnsFlagsOff({ writer, reader }: { readonly writer: Api; readonly reader: Api }): void {
  async function ask(path: string, body: object): Promise<unknown> {
    return jsonOf(await reader.send(jsonRequest('POST', path, body)));
  }

  async function turn(isOff: boolean): Promise<void> {
    const flags = ['banner', 'colour'].map((key) => ({ key, off: isOff }));
    const request = jsonRequest('POST', '/api/v1/namespaces/default/changes', { edits: { flags } });
    expect((await writer.send(request)).status).toBe(200);
  }

  async function untilAnswered(enabled: boolean, variantKey: string): Promise<void> {
    await eventually(async () => {
      expect(await ask('/evaluate/v1/boolean', { flagKey: 'banner', entityId: 'me' })).toMatchObject({
        enabled,
      });
      expect(await ask('/evaluate/v1/variant', { flagKey: 'colour', entityId: 'me' })).toMatchObject({
        variantKey,
      });
    });
  }

  test('a flag that is off is off there, with its rollout and rule, and on again afterwards', async () => {
    await addFlag(writer, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    const threshold = { percentage: 100, value: true };
    await writer.send(jsonRequest('POST', `${banner}/rollouts`, { rank: 1, threshold }));
    await addTargetedFlag(writer, { flagKey: 'colour', variantKey: 'orange' });
    await untilAnswered(true, 'orange');
    await turn(true);
    await untilAnswered(false, '');
    await turn(false);
    await untilAnswered(true, 'orange');
  });
}

describe('a reader of the database', () => {
  itTurnsFlagsOff(useTiers());
});

describe('a reader of what a writer exports to a bucket', () => {
  const bucket = useBucket();
  const writer = useServer(() => bucket.writerEnv);
  const reader = useProcess(async () => startServer({ tier: 'reader', env: bucket.readerEnv }));
  itTurnsFlagsOff({ writer, reader });
});

describeWithPrograms(['redis-server'], 'a reader with a Redis in common with the writer', () => {
  let redis: PrivateRedis;
  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });
  afterAll(async () => redis.kill());

  itTurnsFlagsOff(
    useTiers(() => ({
      both: {
        PENNON_CACHE_ENABLED: 'true',
        PENNON_CACHE_BACKEND: 'redis',
        PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        // No poll comes within a test: what is seen was pushed.
        PENNON_FRESHNESS_POLL_INTERVAL: '1h',
        PENNON_CACHE_TTL: '2h',
      },
    })),
  );
});
