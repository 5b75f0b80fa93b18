import { setTimeout as delay } from 'node:timers/promises';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { apiAt, type Api } from '../support/http';
import { randomFrom } from '../support/random';
import {
  appliedIn,
  expectEachOnceInOrder,
  ScheduledChanges,
  type Applied,
  type NamespaceOutcome,
} from '../support/scheduled-changes';
import { startServer, type TestServer } from '../support/server';
import { sized } from '../support/size';
import { describeWithServers } from '../tiers/describe-with-servers';
import { describeSpread, report } from '../tiers/report';

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

const CHANGES = sized({ small: 100, whole: 1000 });
const NAMESPACES = 20;

/** All of them are due within that time, in milliseconds. */
const SPAN_MS = 10_000;

/** When the writer that applies changes is killed, and when the next one is paused; since the first change is due. */
const KILL_MS = 1_500;
const PAUSE_MS = 7_000;

/** How long that one is paused: longer than its lease. Milliseconds. */
const PAUSED_MS = 5_000;

/** Longest time until another writer takes over, in milliseconds: the lease, and how often it is looked at. */
const TAKE_OVER_MS = 4_500;

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

  it('are late by no more than it takes to take over', () => {
    const applied = outcomes.flatMap(appliedIn);
    const dueAfter = ({ dueAt }: Applied): number => dueAt - scheduled.beginsAt;
    const isIn = (from: number, to: number) => (one: Applied) => dueAfter(one) >= from && dueAfter(one) < to;
    const spreadOf = (phase: string, choose: (one: Applied) => boolean): void => {
      report(`late ${phase}: ${describeSpread(applied.filter(choose).map(({ latenessMs }) => latenessMs))}`);
    };
    const isSteady = (one: Applied): boolean =>
      isIn(0, KILL_MS - POLL_MS)(one) || isIn(KILL_MS + TAKE_OVER_MS, PAUSE_MS - POLL_MS)(one);
    spreadOf('outside of the take-overs', isSteady);
    spreadOf('after one was killed', isIn(KILL_MS - POLL_MS, KILL_MS + TAKE_OVER_MS));
    spreadOf('after one was paused', isIn(PAUSE_MS - POLL_MS, SPAN_MS));
    expect(applied).toHaveLength(CHANGES);
  });
});
