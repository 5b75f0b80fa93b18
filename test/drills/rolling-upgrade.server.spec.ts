import { setTimeout as delay } from 'node:timers/promises';
import { authEnv } from '../support/auth-server';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { jsonOf, jsonRequest, type Answer } from '../support/http';
import { MetricsPage } from '../support/metrics';
import { runServer } from '../support/run-server';
import { type TierName } from '../support/server-process';
import { sized } from '../support/size';
import { describeWithServers } from './support/describe-with-servers';
import { report } from './support/report';
import { buildNextVersion, type BuiltVersion } from './support/next-version/build-next-version';
import { RollingTraffic, type RollingInstance } from './support/rolling-traffic';
import { startTier, stopInGoodOrder, type Env } from './support/tiers';

/** How long each stage of the roll is watched, in milliseconds. */
const STAGE_MS = sized({ small: 1_000, whole: 10_000 });

const flagKeys = ['one', 'two', 'three'];

jest.setTimeout(sized({ small: 120_000, whole: 300_000 }));

let next: BuiltVersion;

beforeAll(() => {
  next = buildNextVersion();
});

afterAll(() => {
  next.remove();
});

/** The second one differs in its statements alone, of which every other test of MariaDB says whether they are right. */
const dialects = sized<readonly ('postgres' | 'mysql')[]>({
  small: ['postgres'],
  whole: ['postgres', 'mysql'],
});

describe.each(dialects)('instances of two versions beside each other on %s', (dialect) => {
  describeWithServers([dialect], 'while they are upgraded, rolled back and upgraded again', () => {
    let env: Env;
    let traffic: RollingTraffic;
    const running = new Map<string, RollingInstance>();

    beforeAll(async () => {
      env = { PENNON_DB_URL: await createServerDatabase(dialect) };
      const writer = await start('old', 'writer');
      for (const key of flagKeys) await addFlag(writer.api, { key, type: 'BOOLEAN_FLAG_TYPE' });
      await writer.api.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
      await addFlag(writer.api, { namespaceKey: 'shop', key: 'sale', type: 'BOOLEAN_FLAG_TYPE' });
      traffic = new RollingTraffic(flagKeys);
      traffic.add(writer);
      traffic.add(await start('old', 'reader'));
      await delay(STAGE_MS);
    });

    afterAll(async () => {
      await traffic.stop();
      for (const { server } of running.values()) await stopInGoodOrder(server);
      await dropServerDatabase(env.PENNON_DB_URL ?? '');
    });

    async function start(version: string, tier: TierName, more: Env = {}): Promise<RollingInstance> {
      const bundle = version === 'new' ? next.bundle : undefined;
      const instance = { ...(await startTier(tier, { ...env, ...more }, bundle)), version, tier };
      running.set(`${version} ${tier}`, instance);
      return instance;
    }

    function at(name: string): RollingInstance {
      const found = running.get(name);
      if (found === undefined) throw new Error(`no ${name} runs`);
      return found;
    }

    /** Starts one, and has it be asked. */
    async function roll(version: string, tier: TierName, more?: Env): Promise<void> {
      traffic.add(await start(version, tier, more));
      await delay(STAGE_MS);
    }

    /** Stops one when it is asked no more. */
    async function retire(name: string): Promise<void> {
      const instance = at(name);
      await traffic.remove(instance);
      await stopInGoodOrder(instance.server);
      running.delete(name);
    }

    async function kill(name: string): Promise<void> {
      const instance = at(name);
      traffic.kill(instance);
      await instance.server.stop('SIGKILL');
      running.delete(name);
    }

    async function pennon(version: string, ...args: readonly string[]): Promise<string> {
      const bundle = version === 'new' ? { bundle: next.bundle } : {};
      const { exitCode, stdout, stderr } = await runServer({
        ...{ app: 'pennon', args, env: { ...authEnv, ...env } },
        ...bundle,
      });
      expect([exitCode, stderr]).toEqual([0, expect.anything()]);
      return stdout;
    }

    async function evaluate(name: string, namespaceKey: string, flagKey: string): Promise<Answer> {
      const question = { namespaceKey, flagKey, entityId: 'me' };
      return at(name).api.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
    }

    /** Has the sale be inverted, which is a feature of the new version. */
    async function invert(name: string): Promise<Answer> {
      const body = { name: 'sale', enabled: true, metadata: { inverted: true } };
      return at(name).api.send(jsonRequest('PUT', '/api/v1/namespaces/shop/flags/sale', body));
    }

    it('new instances work on the schema of the version before, until it is brought up to date', async () => {
      await roll('new', 'reader');
      await roll('new', 'writer', { PENNON_DB_MIGRATE: 'false' });
      expect(await pennon('new', 'migrate')).toMatch(/^ran +Inversion4102444800000$/m);
      await delay(STAGE_MS);
      expect(await pennon('old', 'migrate', '--status')).toMatch(/^newer +Inversion4102444800000$/m);
    });

    it('old instances work on the new schema, also those that start there', async () => {
      for (const tier of ['reader', 'writer'] as const) {
        await kill(`old ${tier}`);
        await roll('old', tier);
      }
    });

    it('what only new instances understand is refused as long as old ones may run', async () => {
      const answer = await invert('new writer');
      expect([answer.status, jsonOf(answer)]).toEqual([
        400,
        expect.objectContaining({
          message:
            'the feature "inversion" cannot be used before every instance is upgraded: upgrade them, then run ' +
            '"pennon migrate --finish"',
        }),
      ]);
    });

    it('they are rolled back, and forward again', async () => {
      await retire('new writer');
      await retire('new reader');
      await delay(STAGE_MS);
      await roll('new', 'writer');
      await roll('new', 'reader');
      await retire('old writer');
      await delay(STAGE_MS);
      await roll('old', 'writer');
    });

    it('a feature that is released too early changes nothing at old instances, which say so', async () => {
      expect(await pennon('new', 'migrate', '--finish')).toMatch(/^released +inversion$/m);
      expect((await invert('new writer')).status).toBe(200);
      await eventually(async () => {
        expect(jsonOf(await evaluate('new reader', 'shop', 'sale'))).toMatchObject({ enabled: false });
      });
      for (const name of ['old reader', 'old writer']) {
        expect(jsonOf(await evaluate(name, 'shop', 'sale'))).toMatchObject({ enabled: true });
        await at(name).server.wrote(/namespace \\"shop\\" uses the feature \\"inversion\\", which version/);
        const metrics = new MetricsPage((await at(name).api.send({ path: '/metrics' })).body.toString());
        expect(metrics.sum('pennon_snapshot_refused_namespaces')).toBe(1);
        const ready = await at(name).api.send({ path: '/health/ready' });
        expect([ready.status, jsonOf(ready)]).toEqual([
          200,
          expect.objectContaining({
            status: 'SERVING',
            parts: expect.objectContaining({
              database: {
                state: 'down',
                reason: expect.stringContaining('one namespace cannot be read') as string,
              },
            }) as object,
          }),
        ]);
      }
      const refused = await invert('old writer');
      expect([refused.status, jsonOf(refused)]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringContaining('uses the feature "inversion", which version') as string,
        }),
      ]);
    });

    it('nothing else of old instances suffers: what others write is evaluated at once', async () => {
      const path = '/api/v1/namespaces/default/flags/fresh';
      await addFlag(at('new writer').api, { key: 'fresh', type: 'BOOLEAN_FLAG_TYPE' });
      for (let count = 0; count < 10; count++) {
        const enabled = count % 2 === 0;
        const written = await at('new writer').api.send(jsonRequest('PUT', path, { name: 'fresh', enabled }));
        expect(written.status).toBe(200);
        for (const name of ['old reader', 'old writer'])
          expect(jsonOf(await evaluate(name, 'default', 'fresh'))).toMatchObject({ enabled });
      }
    });

    it('an old instance that starts then answers no half of what it does not understand', async () => {
      await retire('old reader');
      await roll('old', 'reader');
      const answer = await evaluate('old reader', 'shop', 'sale');
      expect([answer.status, jsonOf(answer)]).toEqual([
        503,
        expect.objectContaining({
          message: expect.stringContaining('uses the feature "inversion", which version') as string,
        }),
      ]);
    });

    it('the upgrade ends, and nothing was lost, unanswered or answered in two ways', async () => {
      await retire('old reader');
      await retire('old writer');
      await delay(STAGE_MS);
      expect(await traffic.stop()).toEqual([]);
      for (const [key, name] of traffic.names) {
        const flag = await at('new writer').api.send({ path: `/api/v1/namespaces/default/flags/${key}` });
        expect(jsonOf(flag)).toMatchObject({ name });
      }
      expect(traffic.compared).toBeGreaterThan(0);
      report(
        `${dialect}: ${traffic.compared} evaluations compared; writes ${JSON.stringify(Object.fromEntries(traffic.writes))}`,
      );
    });
  });
});
