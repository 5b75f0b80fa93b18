import { monotonicityViolations } from './checker/consistency';
import { greatestStaleness, stalenesses } from './checker/staleness';
import { describeWithServers, redisUrl } from './support/describe-with-servers';
import { seed, WRITES } from './support/extent';
import { itHasDoneItsWork } from './support/it-has-done-its-work';
import { measurePropagation } from './support/propagation';
import { describeSpread, report } from './support/report';
import { usePrefix } from './support/use-prefix';
import { useWorkload } from './support/use-workload';

/** The promised bound, in milliseconds. */
const TTL_MS = 5000;

const bounded = { PENNON_CACHE_ENABLED: 'true', PENNON_CACHE_TTL: `${TTL_MS}ms` };

/** How many changes are followed through the idle fleet: where nobody is told of one, each waits for a poll. */
const CHANGES = { pushed: 100, polled: 10 } as const;

/** Declares that a fleet which asks nobody before it answers keeps its promise. */
function itKeepsItsBound(way: keyof typeof CHANGES, env: Readonly<Record<string, string>> = {}): void {
  const writes = WRITES / 4;
  const run = useWorkload({
    database: 'postgres',
    writers: 2,
    readers: 3,
    env: { ...bounded, ...env },
    writes,
    seed,
  });

  itHasDoneItsWork(run, writes);

  it('every answer is one whole revision, and no instance goes back', () => {
    const violations = monotonicityViolations(run.history);
    // The first few tell enough.
    expect(violations.slice(0, 10)).toEqual([]);
  });

  it('no answer is staler than promised', () => {
    const all = stalenesses(run.history);
    report(`staleness under load: ${describeSpread(all.map(({ milliseconds }) => milliseconds))}`);
    expect(greatestStaleness(all)?.milliseconds).toBeLessThanOrEqual(TTL_MS);
  });

  it('a change arrives within the bound', async () => {
    const delays = await measurePropagation(run.fleet, CHANGES[way]);
    report(`propagation: ${describeSpread(delays)}`);
    expect(Math.max(...delays)).toBeLessThanOrEqual(TTL_MS);
  }, 120_000);
}

describeWithServers(
  ['postgres'],
  'two writers and three readers in bounded mode, pushed to by PostgreSQL',
  () => {
    itKeepsItsBound('pushed');
  },
);

describeWithServers(
  ['postgres', 'redis'],
  'two writers and three readers in bounded mode, with Redis',
  () => {
    itKeepsItsBound('pushed', {
      PENNON_CACHE_BACKEND: 'redis',
      PENNON_CACHE_REDIS_URL: redisUrl,
      PENNON_CACHE_REDIS_PREFIX: usePrefix(),
    });
  },
);

describeWithServers(['postgres'], 'two writers and three readers in bounded mode that only poll', () => {
  itKeepsItsBound('polled', { PENNON_FRESHNESS_PUSH: 'off' });
});
