import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ManagementClient, type DecisionJson } from '../support/management-client';
import { flagKeys, mixedWrites, prepareMixedWrites, type MixedWrite } from '../support/mixed-writes';
import { queryFile } from '../support/query-file';
import { randomFrom, wholeNumber } from '../support/random';
import { startServer, type TestServer } from '../support/server';
import { sized } from '../support/size';
import { readStoredState, rulesOf, type StoredState } from '../support/stored-state';

jest.setTimeout(60_000);

/** Another one each run; it stands in the names of the tests, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

/** The kill follows an acknowledgement by at most this many milliseconds: somewhere in the next write or two. */
const LONGEST_DELAY_MS = 8;

const quiet = { PENNON_LOG_ENCODING: 'console', PENNON_LOG_LEVEL: 'error' };

let prepared: string;

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'pennon-prepared-'));
  await prepareMixedWrites(join(prepared, 'pennon.db'));
});

afterAll(() => {
  rmSync(prepared, { recursive: true });
});

/** Sends all writes at once, kills the server while they run, and returns those that were acknowledged. */
async function writeUntilKilled(
  server: TestServer,
  writes: readonly MixedWrite[],
  kill: { readonly afterWrites: number; readonly afterMilliseconds: number },
): Promise<readonly MixedWrite[]> {
  const client = new ManagementClient(server.url);
  const acknowledged: MixedWrite[] = [];
  const enough = new Promise<void>((resolve) => {
    for (const write of writes) {
      void write.send(client).then(
        () => {
          if (acknowledged.push(write) === kill.afterWrites) resolve();
        },
        // What the kill cuts off has failed; whether it happened is for the rows to say.
        () => undefined,
      );
    }
  });
  await enough;
  await delay(kill.afterMilliseconds);
  await server.stop('SIGKILL');
  return acknowledged;
}

/** What the rows say every flag must answer: rules and flags match everyone, and each rule has its own variant. */
function decisionsOf(state: StoredState): readonly (Partial<DecisionJson> | undefined)[] {
  return flagKeys.map((flagKey) => {
    const isEnabled = state.flags.get(flagKey);
    if (isEnabled === undefined) return undefined;
    if (flagKey.startsWith('new')) return { enabled: isEnabled };
    const [first] = rulesOf(state, flagKey);
    return { match: first !== undefined, variantKey: first?.variantKeys[0] ?? '' };
  });
}

describe.each(sized({ small: [1, 2], whole: [1, 2, 3, 4, 5] }))(
  `a server killed amid 200 writes (seed ${seed}, round %d)`,
  (round) => {
    const random = randomFrom(seed + round);
    const writes = mixedWrites(random);
    let directory: string;
    let server: TestServer;
    let acknowledged: readonly MixedWrite[];
    let state: StoredState;

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'pennon-crash-'));
      cpSync(prepared, directory, { recursive: true });
      const victim = await startServer({ directory, env: quiet });
      acknowledged = await writeUntilKilled(victim, writes, {
        afterWrites: wholeNumber(random, 5, 180),
        afterMilliseconds: random() * LONGEST_DELAY_MS,
      });
      server = await startServer({ directory, env: quiet });
      state = await readStoredState(server.databaseFile);
    });

    afterAll(async () => {
      await server.stop();
      rmSync(directory, { recursive: true });
    });

    it('was killed while writes were under way', () => {
      expect(writes).toHaveLength(200);
      expect(acknowledged.length).toBeLessThan(writes.length);
    });

    it('has kept every write that it acknowledged', () => {
      const lost = acknowledged.filter((write) => write.outcome(state) !== 'done');
      expect(lost.map(({ name }) => name)).toEqual([]);
    });

    it('has done no write in part', () => {
      const inPart = writes.filter((write) => write.outcome(state) === 'half-done');
      expect(inPart.map(({ name }) => name)).toEqual([]);
    });

    it('has raised the revision once for every write that it has kept', () => {
      expect(state.revision).toBe(writes.filter((write) => write.outcome(state) === 'done').length);
    });

    it('has an intact file, in which every reference leads somewhere', async () => {
      const { databaseFile } = server;
      expect(await queryFile(databaseFile, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(await queryFile(databaseFile, 'PRAGMA foreign_key_check')).toEqual([]);
    });

    it('evaluates what the file holds', async () => {
      const decisions = await new ManagementClient(server.url).evaluateAll(flagKeys);
      expect(decisions).toMatchObject(decisionsOf(state));
    });
  },
);
