import { authEnv, withTokens } from '../../support/auth-server';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { PrivateRedis } from '../../support/private-redis';
import { useTiers } from '../../support/use-tiers';

/** No poll comes within a test: what is seen was pushed. */
const unpolled = { PENNON_FRESHNESS_POLL_INTERVAL: '1h', PENNON_CACHE_TTL: '2h' };

describeWithPrograms(
  ['redis-server'],
  'a reader that asks nothing, beside a writer, with a Redis in common',
  () => {
    let redis: PrivateRedis;
    beforeAll(async () => {
      redis = await PrivateRedis.start();
    });
    afterAll(async () => redis.kill());

    const tiers = useTiers(() => ({
      both: {
        ...authEnv,
        ...unpolled,
        PENNON_CACHE_ENABLED: 'true',
        PENNON_CACHE_BACKEND: 'redis',
        PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      },
    }));
    const writer = withTokens(tiers.writer);
    const reader = withTokens(tiers.reader);

    /** Tries every few milliseconds, for as long as a push may take on a slow machine. */
    async function soon(attempt: () => Promise<void>): Promise<void> {
      const end = Date.now() + 10_000;
      for (;;) {
        try {
          await attempt();
          return;
        } catch (error) {
          if (Date.now() > end) throw error;
        }
      }
    }

    test('hears of changes of flags', async () => {
      expect(reader.logged('INFO').join('\n')).toContain('"freshness":"bounded"');
      await addFlag(writer.as(), { key: 'pushed', type: 'BOOLEAN_FLAG_TYPE' });
      const path = '/api/v1/namespaces/default/flags/pushed';
      const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'pushed', entityId: 'me' });
      for (const enabled of [false, true, false]) {
        await writer.as().send(jsonRequest('PUT', path, { name: 'Pushed', enabled }));
        await soon(async () => {
          expect(jsonOf(await reader.as().send(question))).toMatchObject({ enabled });
        });
      }
    });

    test('finds documents in Redis that the other tier has put there', async () => {
      const client = redis.client();
      await soon(async () => {
        expect(await client.keys('pennon:document-v2:default:*')).not.toEqual([]);
      });
      client.disconnect();
    });
  },
);
