import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiAt } from '../../support/http';
import { randomFrom, wholeNumber } from '../../support/random';
import {
  expectEachOnceInOrder,
  ScheduledChanges,
  type NamespaceOutcome,
} from '../../support/scheduled-changes';
import { startServer, type TestServer } from '../../support/server';
import { sized } from '../../support/size';

jest.setTimeout(120_000);

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

const CHANGES = sized({ small: 60, whole: 600 });
const NAMESPACES = 5;

/** All of them are due within that time, in milliseconds. */
const SPAN_MS = sized({ small: 3_000, whole: 10_000 });

/** How often the writer is killed. */
const KILLS = sized({ small: 3, whole: 8 });

/** The kill follows an applied change by at most this many milliseconds: somewhere in the next ones. */
const LONGEST_DELAY_MS = 30;

/** All changes are scheduled when it starts: it need not look for others to apply each at its time. */
const LATER_SERVER = { PENNON_CHANGES_POLL_INTERVAL: '1h' };

/** How many changes a server has applied: each of them is a line of its log. */
function appliedBy(server: TestServer): number {
  return server.output().split('a scheduled change was applied').length - 1;
}

describe(`a writer killed ${KILLS} times while changes are due (seed ${seed})`, () => {
  const random = randomFrom(seed);
  let directory: string;
  let server: TestServer;
  let outcomes: readonly NamespaceOutcome[];
  /** How many had been applied when the writer was killed, each time. */
  const applied: number[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-due-'));
    server = await startServer({ directory });
    const amounts = { changes: CHANGES, namespaces: NAMESPACES, spanMs: SPAN_MS };
    const scheduled = await ScheduledChanges.schedule(apiAt(server.url), random, amounts);
    await scheduled.after(0);
    for (let kill = 1; kill <= KILLS; kill++) {
      const some = wholeNumber(random, 1, CHANGES / (2 * KILLS));
      while (appliedBy(server) < some) await delay(1);
      await delay(wholeNumber(random, 0, LONGEST_DELAY_MS));
      await server.stop('SIGKILL');
      applied.push(appliedBy(server));
      server = await startServer({ directory, env: LATER_SERVER });
    }
    await scheduled.after(SPAN_MS);
    await scheduled.areDone(apiAt(server.url));
    outcomes = await scheduled.outcome(apiAt(server.url));
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    rmSync(directory, { recursive: true });
  });

  test('it was killed amid them', () => {
    for (const some of applied) expect(some).toBeGreaterThan(0);
    expect(applied.reduce((sum, some) => sum + some)).toBeLessThan(CHANGES);
  });

  test('none is lost and none is applied twice, and their order is that of their times', () => {
    for (const outcome of outcomes) expectEachOnceInOrder(outcome);
    expect(outcomes.flatMap(({ changes }) => changes)).toHaveLength(CHANGES);
  });
});
