import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt } from '../support/http';
import { describeBehindNginx } from '../support/nginx';
import { queryDatabase } from '../support/test-database';
import { describeWithServers } from './support/describe-with-servers';
import { report } from './support/report';
import { FLAG, methodsOf, SteadyLoad } from './restart/steady-load';
import { startTiersBehindNginx, type Place, type TiersBehindNginx } from './restart/tiers-behind-nginx';

/** How long the drill may take, in milliseconds; many times what it takes. */
const DRILL_TIMEOUT_MS = 600_000;

describeBehindNginx('a rolling restart behind nginx', () => {
  describeWithServers(['postgres'], 'of two writers and two readers on one PostgreSQL', () => {
    let url: string;
    let tiers: TiersBehindNginx;
    let load: SteadyLoad;

    beforeAll(async () => {
      url = await createServerDatabase('postgres');
      tiers = await startTiersBehindNginx({
        PENNON_DB_URL: url,
        PENNON_SERVER_TRUSTED_PROXIES: '127.0.0.1',
        PENNON_SERVER_DRAIN_DELAY: '500ms',
        // A database that is only slow does not count as lost.
        PENNON_FRESHNESS_CONFIRM_TIMEOUT: '1m',
      });
      const api = apiAt(tiers.url);
      await addFlag(api, { key: FLAG });
      await addFlag(api, { key: `${FLAG}-boolean`, type: 'BOOLEAN_FLAG_TYPE' });
      load = new SteadyLoad(tiers.url, tiers.grpcAddress);
      for (const place of tiers.writers) await isAtWork(place, methodsOf.writers);
      for (const place of tiers.readers) await isAtWork(place, methodsOf.readers);
    }, DRILL_TIMEOUT_MS);

    afterAll(async () => {
      await load.stop();
      expect(await tiers.stop()).toEqual([0, 0, 0, 0]);
      await dropServerDatabase(url);
    }, DRILL_TIMEOUT_MS);

    it(
      'each instance in turn stops in good order, and its successor gets to work',
      async () => {
        for (const tier of ['writers', 'readers'] as const) {
          for (const place of tiers[tier]) {
            expect([place.name, await place.stop()]).toEqual([place.name, 0]);
            await place.startAgain();
            await isAtWork(place, methodsOf[tier]);
          }
        }
      },
      DRILL_TIMEOUT_MS,
    );

    it('not one request has failed', async () => {
      await load.stop();
      report(`${load.answered} requests answered, ${load.failures.length} failed`);
      expect(load.failures).toEqual([]);
    });

    it('every acknowledged write is there', async () => {
      const flags = await queryDatabase<{ key: string; description: string }>(
        url,
        'SELECT "key", description FROM flags',
      );
      const segments = await queryDatabase<{ key: string }>(url, 'SELECT "key" FROM segments');
      expect(keysOf(flags)).toEqual(expect.arrayContaining(load.created.flags));
      expect(keysOf(segments)).toEqual(expect.arrayContaining(load.created.segments));
      expect(flags.find(({ key }) => key === FLAG)?.description).toBe(load.description);
    });
  });
});

/** Resolves when it has answered each of these RPCs, by way of nginx. */
async function isAtWork(place: Place, methods: readonly string[]): Promise<void> {
  await eventually(async () => {
    if (!(await place.hasAnswered(methods)))
      throw new Error(`${place.name} is not asked for all of ${methods.join(', ')}`);
  });
}

function keysOf(rows: readonly { readonly key: string }[]): readonly string[] {
  return rows.map(({ key }) => key);
}
