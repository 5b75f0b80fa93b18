import { join } from 'node:path';
import { BOOTSTRAP_TOKEN } from '../support/auth-server';
import { jsonRequest } from '../support/http';
import { queryFile } from '../support/query-file';
import { findProgram } from '../support/programs';
import { seeNextChange } from './support/see-change';
import { EvaluationLoad, printPhases } from './support/evaluation-load';
import { during } from './support/fault';
import { KnownFlags } from './support/known-flags';
import { longestOf, probe, statusesInTurn, statusesOf, type TimedAnswer } from './support/probe';
import { fullDisk, quota, type Shortage } from './support/shortage';
import { SmallDisk } from '../support/small-disk';
import { startTier, stopInGoodOrder, type DrilledServer } from './support/tiers';

const FLAGS = '/api/v1/namespaces/default/flags';

jest.setTimeout(90_000);

/** Takes more room than the write-ahead log has to spare. */
const LARGE_DESCRIPTION = 'x'.repeat(60_000);

/** What hangs takes longer; in milliseconds. */
const PROMPT_MS = 4_000;

/** Not everybody may mount a file system; a quota shows the same, by another error of the system. */
const shortages: readonly (readonly [string, () => Shortage, boolean])[] = [
  ['on a full disk', fullDisk, SmallDisk.isPossible],
  ['at the end of a quota', quota, findProgram('prlimit') !== undefined],
];

for (const [name, makeShortage, isPossible] of shortages) {
  if (isPossible)
    describe(`SQLite ${name}`, () => {
      defineDrill(name, makeShortage);
    });
  else
    describe.skip(`SQLite ${name} (not possible for this user on this machine)`, () => {
      defineDrill(name, makeShortage);
    });
}

function defineDrill(name: string, makeShortage: () => Shortage): void {
  let shortage: Shortage;
  let file: string;
  let server: DrilledServer;
  let load: EvaluationLoad;
  let complaints: readonly string[];
  let changes: readonly TimedAnswer[];
  let lists: readonly TimedAnswer[];
  let revisionBefore: number;
  let revisionAfter: number;

  const storedRevision = async (): Promise<number> => {
    const sql = `SELECT revision FROM namespaces WHERE "key" = 'default'`;
    const [row] = await queryFile<{ readonly revision: number }>(file, sql);
    return row?.revision ?? Number.NaN;
  };

  beforeAll(async () => {
    shortage = makeShortage();
    file = join(shortage.directory, 'pennon.db');
    server = await startTier('writer', { PENNON_DB_URL: `file:${file}` });
    const { url, pid } = server.server;
    const flags = await KnownFlags.create(server.api);
    load = new EvaluationLoad(flags, { url, token: BOOTSTRAP_TOKEN });
    await load.phase('before', () => seeNextChange({ reader: server, flags }));
    revisionBefore = await storedRevision();
    const noRoom = {
      name,
      begin: () => {
        shortage.begin(pid);
      },
      end: () => {
        shortage.end(pid);
      },
    };
    [changes, lists] = await load.phase('no room', () =>
      during(noRoom, () =>
        Promise.all([
          probe(2_000, (turn) => server.api.send(jsonRequest('POST', FLAGS, largeFlag(`large-${turn}`)))),
          probe(2_000, () => server.api.send({ path: FLAGS })),
        ]),
      ),
    );
    revisionAfter = await storedRevision();
    await load.phase('room again', () => seeNextChange({ reader: server, flags }));
    complaints = await load.stop();
    printPhases(`SQLite ${name}: evaluations`, load.phases);
  });

  afterAll(async () => {
    await load.stop();
    await stopInGoodOrder(server.server).finally(() => {
      shortage.remove();
    });
  });

  it('leaves every evaluation right', () => {
    expect(complaints).toEqual([]);
  });

  it('refuses changes at once, and does nothing in part', async () => {
    expect(statusesInTurn(changes)).toEqual([503]);
    expect(longestOf(changes)).toBeLessThan(PROMPT_MS);
    expect(revisionAfter).toBe(revisionBefore);
    expect(await queryFile(file, `SELECT "key" FROM flags WHERE "key" LIKE 'large%'`)).toEqual([]);
  });

  it('says so in a short line now and then, not for each change', () => {
    const lines = server.server
      .output()
      .split('\n')
      .filter((line) => line.includes('"request failed"'));
    // One in ten seconds, of each reason that SQLite gives.
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(changes.length / 2);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ reason: expect.stringMatching(/SQLITE_/) });
  });

  it('goes on to read', () => {
    expect(statusesOf(lists)).toEqual([200]);
  });

  it('takes changes again when there is room, in an intact file', async () => {
    const answer = await server.api.send(jsonRequest('POST', FLAGS, largeFlag('large')));
    expect(answer.status).toBe(200);
    expect(await queryFile(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await queryFile(file, 'PRAGMA foreign_key_check')).toEqual([]);
  });
}

function largeFlag(key: string): object {
  return { key, name: key, description: LARGE_DESCRIPTION, type: 'BOOLEAN_FLAG_TYPE' };
}
