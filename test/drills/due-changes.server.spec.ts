import { setTimeout as delay } from 'node:timers/promises';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { apiAt, type Api } from '../support/http';
import { randomFrom } from '../support/random';
import {
  appliedIn,
  expectEachOnceInOrder,
  ScheduledChanges,
  type NamespaceOutcome,
} from '../support/scheduled-changes';
import { startServer, type TestServer } from '../support/server';
import { sized } from '../support/size';
import { describeWithServers } from './support/describe-with-servers';
import { describeSpread, report } from './support/report';

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

const CHANGES = sized({ small: 100, whole: 1000 });
const NAMESPACES = 20;

/** All of them are due within that time, in milliseconds. */
const SPAN_MS = 10_000;

/** When the writer that applies changes is killed, and when the next one is paused; since the first change is due. */
const KILL_MS = 4_000;
const PAUSE_MS = 9_500;

/** How long that one is paused: longer than its lease. Milliseconds. */
const PAUSED_MS = 5_000;

/** What is due so shortly before a writer ends may be left to the next one. Milliseconds. */
const POLL_MS = 300;

jest.setTimeout(180_000);

describeWithServers(['postgres'], `three writers on PostgreSQL with changes due (seed ${seed})`, () => {
  let url: string;
  let writers: readonly TestServer[];
  let scheduled: ScheduledChanges;
  let outcomes: readonly NamespaceOutcome[];

  /** The one that applies changes: what it has applied stands in its log. */
  async function applying(among: readonly TestServer[]): Promise<TestServer> {
    const lengths = among.map((writer) => writer.output().length);
    for (;;) {
      const found = among.find((writer, index) =>
        writer.output().slice(lengths[index]).includes('a scheduled change was applied'),
      );
      if (found !== undefined) return found;
      await delay(10);
    }
  }

  beforeAll(async () => {
    url = await createServerDatabase('postgres');
    const env = { PENNON_DB_URL: url };
    const first = await startServer({ env });
    writers = [first, ...(await Promise.all([startServer({ env }), startServer({ env })]))];
    const amounts = { changes: CHANGES, namespaces: NAMESPACES, spanMs: SPAN_MS };
    scheduled = await ScheduledChanges.schedule(apiAt(first.url), randomFrom(seed), amounts);

    await scheduled.after(KILL_MS);
    const killed = await applying(writers);
    await killed.stop('SIGKILL');
    const left = writers.filter((writer) => writer !== killed);

    await scheduled.after(PAUSE_MS);
    const paused = await applying(left);
    process.kill(paused.pid, 'SIGSTOP');
    await delay(PAUSED_MS);
    process.kill(paused.pid, 'SIGCONT');

    writers = left;
    const api: Api = apiAt(left.find((writer) => writer !== paused)?.url ?? '');
    await scheduled.after(SPAN_MS);
    await scheduled.areDone(api);
    outcomes = await scheduled.outcome(api);
  });

  afterAll(async () => {
    for (const writer of writers) await writer.stop();
    await dropServerDatabase(url);
  });

  it('apply each of them once, in the order of their times, though one is killed and one is paused', () => {
    for (const outcome of outcomes) expectEachOnceInOrder(outcome);
    expect(outcomes.flatMap(({ changes }) => changes)).toHaveLength(CHANGES);
  });

  it('are late by no more than it takes to take over, and to make up for that', () => {
    const applied = outcomes.flatMap(appliedIn);
    const spreadOf = (phase: string, fromMs: number, toMs: number): void => {
      const late = applied
        .filter(({ dueAt }) => dueAt >= scheduled.beginsAt + fromMs && dueAt < scheduled.beginsAt + toMs)
        .map(({ latenessMs }) => latenessMs);
      report(`late ${phase}: ${describeSpread(late)}`);
    };
    spreadOf('before one was killed', 0, KILL_MS - POLL_MS);
    spreadOf('after one was killed', KILL_MS - POLL_MS, PAUSE_MS - POLL_MS);
    spreadOf('after one was paused', PAUSE_MS - POLL_MS, Infinity);
    expect(applied).toHaveLength(CHANGES);
  });
});
