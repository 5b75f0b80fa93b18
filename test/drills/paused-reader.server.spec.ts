import { setTimeout as delay } from 'node:timers/promises';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf, jsonRequest } from '../support/http';
import { MetricsPage } from '../support/metrics';
import { describeWithServers } from './support/describe-with-servers';
import { startTiers, type Tiers } from './support/tiers';

/** Longer than an evaluation waits for its confirmation. */
const PAUSE_MS = 1_200;

const ROUNDS = 20;

describe.each(['postgres', 'mysql'] as const)('on %s, without pushed changes', (database) => {
  jest.setTimeout(90_000);

  describeWithServers([database], 'a reader that stands still in the middle of evaluations', () => {
    let url: string;
    let tiers: Tiers;

    beforeAll(async () => {
      url = await createServerDatabase(database);
      // Only what an evaluation itself finds out counts.
      const env = { PENNON_FRESHNESS_PUSH: 'off', PENNON_FRESHNESS_POLL_INTERVAL: '1m' };
      tiers = await startTiers({ PENNON_DB_URL: url, ...env });
      await addFlag(tiers.writer.api, { key: 'switch', type: 'BOOLEAN_FLAG_TYPE' });
    });

    afterAll(async () => {
      await tiers.stop();
      await dropServerDatabase(url);
    });

    it('answers what was acknowledged before they began, and confirms all of them', async () => {
      const { writer, reader } = tiers;
      const evaluate = async (): Promise<boolean> => {
        const question = { flagKey: 'switch', entityId: 'someone' };
        const answer = await reader.api.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
        return (jsonOf(answer) as { readonly enabled: boolean }).enabled;
      };
      for (let round = 0; round < ROUNDS; round++) {
        const enabled = round % 2 === 0;
        const change = jsonRequest('PUT', '/api/v1/namespaces/default/flags/switch', { name: 'S', enabled });
        expect((await writer.api.send(change)).status).toBe(200);
        const answer = evaluate();
        await delay(Math.random() * 6);
        process.kill(reader.server.pid, 'SIGSTOP');
        await delay(PAUSE_MS);
        process.kill(reader.server.pid, 'SIGCONT');
        expect([round, await answer, await evaluate()]).toEqual([round, enabled, enabled]);
      }
      const { body } = await apiAt(reader.server.url).send({ path: '/metrics' });
      expect(new MetricsPage(body.toString()).sum('pennon_unconfirmed_evaluations_total')).toBe(0);
    });
  });
});
