import { join } from 'node:path';
import { BUCKET, useBucket } from '../e2e/declarative/support/use-bucket';
import { eventually } from '../support/eventually';
import { jsonOf, jsonRequest } from '../support/http';
import { type Fault, type Which } from '../support/object-store/fault-proxy';
import { startServer } from '../support/server';
import { useProcess } from '../support/use-server';
import { documentKey, publishByHand, PUBLISHED_FLAG } from './support/publish-by-hand';

/** How often the reader has to have run into a fault before it counts as borne. */
const ENCOUNTERS = 4;

/** Signals of `shifting-clock.cjs`: the store refuses what is signed at another hour than its own. */
const jumps = { forward: 'SIGUSR2', back: 'SIGHUP' } as const;

const shiftingClock = { NODE_OPTIONS: `--require ${join(__dirname, 'support', 'shifting-clock.cjs')}` };

const manifest = { key: 'prod/manifest.json' };
const documents = { key: /revisions/ };

const faults: readonly (readonly [name: string, fault: Fault, which: Which])[] = [
  ['answers 500', { status: 500 }, {}],
  ['answers 503 SlowDown', { status: 503, code: 'SlowDown' }, {}],
  ['refuses the credentials', { status: 403 }, {}],
  ['has the page of somebody else', { page: '<html>welcome</html>' }, {}],
  ['never answers', 'hang', {}],
  ['breaks off', 'reset', {}],
  ['breaks off within the manifest', 'truncate', manifest],
  ['breaks off within a document', 'truncate', documents],
  ['shows half of the manifest as if it were all', 'shorten', manifest],
  ['shows half of a document as if it were all', 'shorten', documents],
  ['lacks the document that the manifest names', { status: 404 }, documents],
  ['shows what was there before', 'stale', manifest],
];

describe('a reader whose bucket fails', () => {
  const bucket = useBucket();
  let revision = 1;
  let enabled = true;
  let pid: number;

  const reader = useProcess(async () => {
    await publish();
    const server = await startServer({ tier: 'reader', env: { ...bucket.readerEnv, ...shiftingClock } });
    ({ pid } = server);
    return server;
  });

  // Also after a test that failed: the next one is to say what it finds itself.
  afterEach(() => {
    bucket.proxy.heal();
  });

  async function publish(): Promise<void> {
    await publishByHand(bucket.server, BUCKET, { revision, enabled });
  }

  /** Publishes the next revision, in which the flag has the other value. */
  async function publishNext(): Promise<void> {
    revision++;
    enabled = !enabled;
    await publish();
  }

  async function value(): Promise<unknown> {
    const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: PUBLISHED_FLAG, entityId: 'me' });
    const answer = await reader.send(question);
    expect(answer.status).toBe(200);
    return (jsonOf(answer) as { readonly enabled: unknown }).enabled;
  }

  async function itShowsTheNewest(): Promise<void> {
    await eventually(async () => {
      expect(await value()).toBe(enabled);
    });
  }

  test.each(faults)(
    'it answers from the last good state while the bucket %s, and catches up',
    async (_, fault, which) => {
      await itShowsTheNewest();
      const before = enabled;
      bucket.proxy.inject(fault, which);
      await bucket.proxy.settled();
      bucket.proxy.forget();
      await publishNext();
      while (bucket.proxy.count(which) < ENCOUNTERS) {
        await bucket.proxy.nextRequest(which);
        expect(await value()).toBe(before);
      }
      bucket.proxy.heal();
      await itShowsTheNewest();
    },
  );

  test('it bears answers that come late, and takes what they say', async () => {
    await itShowsTheNewest();
    bucket.proxy.inject({ delayMs: 300 });
    await publishNext();
    await itShowsTheNewest();
    bucket.proxy.heal();
  });

  test('it takes the whole of one revision when the next is published between its reads', async () => {
    await itShowsTheNewest();
    const replaced = revision + 1;
    bucket.proxy.inject(
      {
        async before() {
          bucket.server.remove(BUCKET, documentKey(replaced));
          await publishNext();
        },
      },
      { ...documents, times: 1 },
    );
    await publishNext();
    await eventually(async () => {
      expect(revision).toBe(replaced + 1);
      expect(await value()).toBe(enabled);
    });
  });

  test.each(Object.entries(jumps))('it goes on when its clock jumps an hour %s', async (_, signal) => {
    process.kill(pid, signal);
    await publishNext();
    await itShowsTheNewest();
  });

  test('it bears the loss of the bucket, and finds it again', async () => {
    await itShowsTheNewest();
    const before = enabled;
    bucket.server.deleteBucket(BUCKET);
    bucket.proxy.forget();
    while (bucket.proxy.count() < ENCOUNTERS) {
      await bucket.proxy.nextRequest();
      expect(await value()).toBe(before);
    }
    bucket.server.createBucket(BUCKET);
    await publishNext();
    await itShowsTheNewest();
  });

  test('health tells the age of what is served, and each outage began and ended with one line', async () => {
    await itShowsTheNewest();
    const { status, headers } = await reader.send({ path: '/health' });
    expect(status).toBe(200);
    expect(Number(headers['x-pennon-age-ms'])).toBeGreaterThanOrEqual(0);
    const failures = reader.logged('ERROR');
    expect(failures.length).toBeGreaterThanOrEqual(faults.length);
    expect(failures.length).toBeLessThanOrEqual(faults.length + 10);
    await eventually(async () => {
      const recoveries = reader.logged('INFO').filter((line) => line.includes('snapshots can be read again'));
      expect(recoveries).toHaveLength(failures.length);
      return Promise.resolve();
    });
  });
});
