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

jest.setTimeout(180_000);

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

/** How often the writer is killed. */
const KILLS = sized({ small: 3, whole: 8 });

/** How many changes are due around each kill, and within what time, in milliseconds. */
const CHANGES = sized({ small: 20, whole: 75 });
const SPAN_MS = 1_000;
const NAMESPACES = 5;

/** The kill follows an applied change by at most this many milliseconds: somewhere in the next ones. */
const LONGEST_DELAY_MS = 30;

const APPLIED = 'a scheduled change was applied';

/** How many changes a server has applied: each of them is a line of its log. */
function appliedBy(server: TestServer): number {
  return server.output().split(APPLIED).length - 1;
}

/** Resolves when a server has applied so many changes. */
async function hasApplied(server: TestServer, some: number): Promise<void> {
  await server.wrote(new RegExp(`(${APPLIED}[^]*?){${some}}`));
}

describe(`a writer killed ${KILLS} times while changes are due (seed ${seed})`, () => {
  const random = randomFrom(seed);
  let directory: string;
  let server: TestServer;
  const outcomes: NamespaceOutcome[] = [];
  /** How many had been applied when the writer was killed, each time. */
  const applied: number[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-due-'));
    server = await startServer({ directory });
    for (let kill = 1; kill <= KILLS; kill++) {
      // New ones each time: what is left would be done on a slow machine before the next writer says that it listens.
      const amounts = { changes: CHANGES, namespaces: NAMESPACES, prefix: `kill-${kill}`, spanMs: SPAN_MS };
      const scheduled = await ScheduledChanges.schedule(apiAt(server.url), random, amounts);
      const before = appliedBy(server);
      await hasApplied(server, before + wholeNumber(random, 1, CHANGES / 2));
      await delay(wholeNumber(random, 0, LONGEST_DELAY_MS));
      await server.stop('SIGKILL');
      applied.push(appliedBy(server) - before);
      server = await startServer({ directory });
      await scheduled.after(SPAN_MS);
      await scheduled.areDone(apiAt(server.url));
      outcomes.push(...(await scheduled.outcome(apiAt(server.url))));
    }
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    rmSync(directory, { recursive: true });
  });

  test('it was killed amid them', () => {
    for (const some of applied) expect(some).toBeGreaterThan(0);
    expect(Math.min(...applied)).toBeLessThan(CHANGES);
  });

  test('none is lost and none is applied twice, and their order is that of their times', () => {
    for (const outcome of outcomes) expectEachOnceInOrder(outcome);
    expect(outcomes.flatMap(({ changes }) => changes)).toHaveLength(KILLS * CHANGES);
  });
});
