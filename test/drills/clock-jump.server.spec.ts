import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { bearing } from '../support/auth-server';
import { addFlag } from '../support/flags';
import { apiAt, jsonOf } from '../support/http';
import { seeNextChange } from './support/see-change';
import { describeDrill } from './support/describe-drill';
import { printPhases, type EvaluationLoad } from './support/evaluation-load';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { probe, statusesOf } from './support/probe';
import { EVALUATION, issueToken, modes, startTiers, type Env, type Tiers } from './support/tiers';

const HOUR_MS = 3_600_000;

/** Signals of `shifting-clock.cjs`: an hour forward, and an hour back. */
const jumps = { forward: 'SIGUSR2', back: 'SIGHUP' } as const;

/** Health turns away, and a change has not been seen in time, when this has passed; in milliseconds. */
const GREATEST_AGE_MS = 5_000;

const env: Env = {
  NODE_OPTIONS: `--require ${join(__dirname, 'support', 'shifting-clock.cjs')}`,
  PENNON_FRESHNESS_MAX_AGE: `${GREATEST_AGE_MS}ms`,
};

describeDrill(postgresPrograms, 'a clock that jumps', () => {
  let postgres: PrivatePostgres;

  beforeAll(async () => {
    postgres = await PrivatePostgres.create();
  });

  afterAll(async () => {
    await postgres.remove();
  });

  describe.each(['strict', 'bounded'] as const)('in %s mode', (mode) => {
    let tiers: Tiers;
    let load: EvaluationLoad;
    /** Keys of flags as they were made; by name they are the other way round. */
    const created: string[] = [];
    const tokens: string[] = [];

    beforeAll(async () => {
      tiers = await startTiers({
        ...env,
        ...modes[mode],
        PENNON_DB_URL: await postgres.createDatabase(mode),
      });
      load = tiers.load();
      await load.phase('right', goOn);
    });

    afterAll(async () => {
      await tiers.stop();
    });

    /** What goes on all the time: flags and a token are made, and a change is made and seen. */
    async function goOn(): Promise<void> {
      for (let flag = 0; flag < 3; flag++) {
        const key = `flag-${999 - created.length}`;
        await addFlag(tiers.writer.api, { key });
        created.push(key);
      }
      const expiresAt = new Date(Date.now() + 10 * HOUR_MS).toISOString();
      tokens.push(await issueToken(tiers.writer.api, `token-${tokens.length}`, { expiresAt }));
      await seeNextChange(tiers);
    }

    async function createdFlags(): Promise<readonly string[]> {
      const answer = await tiers.writer.api.send({ path: '/api/v1/namespaces/default/flags' });
      const { flags } = jsonOf(answer) as { readonly flags: readonly { readonly key: string }[] };
      return flags.map(({ key }) => key).filter((key) => created.includes(key));
    }

    describe.each([
      ['an hour ahead', 'forward'],
      ['right again', 'back'],
      ['an hour behind', 'back'],
      ['right once more', 'forward'],
    ] as const)('until it is %s', (name, direction) => {
      beforeAll(() => {
        for (const { server } of [tiers.writer, tiers.reader]) process.kill(server.pid, jumps[direction]);
      });

      it('holds up neither changes nor their being seen', async () => {
        const start = performance.now();
        await load.phase(name, goOn);
        expect(performance.now() - start).toBeLessThan(GREATEST_AGE_MS);
        expect(load.phaseNamed(name).longest).toBeLessThan(GREATEST_AGE_MS);
      });

      it('leaves the age of snapshots what it is', async () => {
        await delay(500);
        const { headers } = await tiers.reader.api.send(EVALUATION);
        const age = Number(headers['x-pennon-age-ms']);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThan(GREATEST_AGE_MS);
        expect(statusesOf(await probe(500, () => tiers.reader.api.send({ path: '/health' })))).toEqual([200]);
      });

      it('leaves tokens good that do not expire for hours', async () => {
        const answers = tokens.flatMap((token) =>
          [tiers.writer, tiers.reader].map(({ server }) =>
            bearing(apiAt(server.url), token).send(EVALUATION),
          ),
        );
        expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
      });

      it('leaves what was created in the order of its creation', async () => {
        expect(await createdFlags()).toEqual(created);
      });
    });

    it('leaves every evaluation right', async () => {
      expect(await load.stop()).toEqual([]);
      printPhases(`a clock that jumps, ${mode}: evaluations at a reader`, load.phases);
    });
  });
});
