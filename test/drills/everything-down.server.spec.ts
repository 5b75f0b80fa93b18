import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bearing } from '../support/auth-server';
import { eventuallyShows } from '../support/dependencies';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt, jsonRequest, type Answer, type Api } from '../support/http';
import { PrivateRedis } from '../support/private-redis';
import { describeDrill } from './support/describe-drill';
import { EvaluationLoad, printPhases } from './support/evaluation-load';
import { during, type Fault } from './support/fault';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { longestOf, probe, statusesOf } from './support/probe';
import { seeLastChange, seeNextChange } from './support/see-change';
import {
  EVALUATION,
  issueToken,
  modes,
  startTier,
  startTiers,
  stopInGoodOrder,
  type DrilledServer,
  type Env,
  type Tiers,
} from './support/tiers';

const OUTAGE_MS = 3_000;

/** A namespace beside that of the load. */
const OTHER = 'other';

/** What hangs takes longer; in milliseconds. */
const PROMPT_MS = 4_000;

describeDrill([...postgresPrograms, 'redis-server'], 'while database and Redis are down, a reader', () => {
  let postgres: PrivatePostgres;
  let redis: PrivateRedis;
  let directory: string;
  let env: Env;
  let readerEnv: Env;
  let tiers: Tiers;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-kept-'));
    postgres = await PrivatePostgres.create();
    redis = await PrivateRedis.start();
    env = {
      ...modes.bounded,
      PENNON_DB_URL: await postgres.createDatabase('flags'),
      PENNON_CACHE_BACKEND: 'redis',
      PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    };
    readerEnv = { PENNON_SNAPSHOT_DIRECTORY: directory };
    tiers = await startTiers(env, { readerEnv });
  });

  afterAll(async () => {
    await stopInGoodOrder(tiers.writer.server);
    await redis.kill();
    await postgres.remove();
    rmSync(directory, { recursive: true });
  });

  const hanging: Fault = {
    name: 'hang',
    begin() {
      postgres.hang();
      redis.hang();
    },
    end() {
      postgres.goOn();
      redis.goOn();
    },
  };

  const killed: Fault = {
    name: 'are killed',
    async begin() {
      await Promise.all([postgres.kill(), redis.kill()]);
    },
    async end() {
      await Promise.all([postgres.start(), redis.restart()]);
    },
  };

  async function evaluateWith(reader: DrilledServer, token: string): Promise<Answer> {
    return bearing(apiAt(reader.server.url), token).send(EVALUATION);
  }

  it.each([hanging, killed])('goes on when they $name, and catches up', async (fault) => {
    const load = tiers.load();
    await load.phase('before', () => seeNextChange(tiers));
    const unknownToken = await load.phase(fault.name, () =>
      during(fault, () => probe(OUTAGE_MS, () => evaluateWith(tiers.reader, newSecret()))),
    );
    await load.phase('recovery', () => seeNextChange(tiers));
    await load.phase('after', () => delay(1_000));
    expect(await load.stop()).toEqual([]);
    printPhases(`database and Redis ${fault.name}: evaluations at a reader`, load.phases);
    expect(statusesOf(unknownToken)).toEqual([503]);
    expect(longestOf(unknownToken)).toBeLessThan(PROMPT_MS);
  });

  it('is ready, and shows which parts are down', async () => {
    await during(killed, () =>
      eventuallyShows(tiers.reader.api, {
        database: 'snapshots cannot be read from it: see the log',
        cache: 'Redis cannot be used: see the log',
      }),
    );
    await eventuallyShows(tiers.reader.api, { database: undefined, cache: undefined });
  });

  describe('that has kept its snapshots, and starts', () => {
    let token: string;

    beforeAll(async () => {
      await addNamespace(tiers.writer.api, OTHER);
      token = await issueToken(tiers.writer.api, 'kept');
      await seeNextChange(tiers);
      await eventually(async () => {
        expect((await evaluateIn(OTHER, tiers.reader)).status).toBe(200);
        expect((await evaluateWith(tiers.reader, token)).status).toBe(200);
      });
      await stopInGoodOrder(tiers.reader.server);
    });

    /** Starts a reader from what was kept, and stops it when the work is done. */
    async function withReader<T>(work: (reader: DrilledServer) => Promise<T>): Promise<T> {
      const reader = await startTier('reader', { ...env, ...readerEnv });
      try {
        return await work(reader);
      } finally {
        await stopInGoodOrder(reader.server);
      }
    }

    it('answers as it did, and catches up', async () => {
      await killed.begin();
      await withReader(async (reader) => {
        const load = new EvaluationLoad(tiers.flags, { url: reader.server.url, token });
        await load.phase('everything is down', () => delay(1_000));
        expect(await tiers.flags.countAt(reader.api)).toBe(tiers.flags.lastAcknowledged);
        expect((await evaluateIn(OTHER, reader)).status).toBe(200);
        const unknownToken = await probe(500, () => evaluateWith(reader, newSecret()));
        expect(statusesOf(unknownToken)).toEqual([503]);
        expect(longestOf(unknownToken)).toBeLessThan(PROMPT_MS);
        await killed.end();
        await load.phase('everything is back', () => seeNextChange({ ...tiers, reader }));
        expect(await load.stop()).toEqual([]);
        printPhases('started from what was kept: evaluations at a reader', load.phases);
      });
    });

    it.each<readonly [string, (whole: Buffer) => Buffer]>([
      ['empty', () => Buffer.alloc(0)],
      ['cut off', (whole) => whole.subarray(0, whole.length - 40)],
      [
        'of one bit that is wrong',
        (whole) => whole.map((byte, index) => (index === 40 ? byte ^ 1 : byte)) as Buffer,
      ],
      ['garbage', () => randomBytes(1_000)],
    ])('answers nothing from a file that is %s, and all from the others', async (_, damage) => {
      await killed.begin();
      const file = fileOf(OTHER);
      const whole = readFileSync(file);
      writeFileSync(file, damage(whole));
      await withReader(async (reader) => {
        expect(await tiers.flags.countAt(reader.api)).toBe(tiers.flags.lastAcknowledged);
        expect((await evaluateIn(OTHER, reader)).status).toBe(503);
        await killed.end();
        await eventually(async () => {
          expect((await evaluateIn(OTHER, reader)).status).toBe(200);
        });
      });
    });

    it('waits for the database where every file is damaged', async () => {
      // The lock of the directory holds nothing that was kept; it is refused by name when it is something else.
      for (const file of keptFiles()) if (!file.endsWith('lock')) writeFileSync(file, 'damaged');
      await killed.begin();
      let hasStarted = false;
      const started = withReader(async (reader) => {
        hasStarted = true;
        await seeLastChange(reader, tiers.flags);
      });
      await delay(2_000);
      expect(hasStarted).toBe(false);
      await killed.end();
      await started;
    });
  });

  function keptFiles(): readonly string[] {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  /** Where the document of a namespace is kept. */
  function fileOf(namespaceKey: string): string {
    const found = keptFiles().find((file) =>
      readFileSync(file, 'utf8').includes(JSON.stringify(namespaceKey)),
    );
    if (found === undefined) throw new Error(`nothing is kept of ${namespaceKey}`);
    return found;
  }
});

async function addNamespace(writer: Api, key: string): Promise<void> {
  const answer = await writer.send(jsonRequest('POST', '/api/v1/namespaces', { key, name: key }));
  expect(answer.status).toBe(200);
  await addFlag(writer, { namespaceKey: key, key: 'on', type: 'BOOLEAN_FLAG_TYPE' });
}

async function evaluateIn(namespaceKey: string, { api }: DrilledServer): Promise<Answer> {
  const request = { namespaceKey, flagKey: 'on', entityId: 'someone' };
  return api.send(jsonRequest('POST', '/evaluate/v1/boolean', request));
}

function newSecret(): string {
  return randomBytes(16).toString('hex');
}
