import { failedPasses, of, ofReader, to, type Trouble } from './courses';
import { troubles } from './troubles';

/** What happens to healthy installations, and is nothing to call anybody for. */
export const harmless: Readonly<Record<string, Trouble>> = {
  'nothing happens': { alerts: [], after: 20, course: () => undefined },
  'an instance misses a scrape': {
    alerts: [],
    after: 10,
    course: ofReader(({ name }) => (since, healthy) => {
      if (since > 1) return healthy;
      return name === 'up' ? 0 : undefined;
    }),
  },
  'readers are fewer than before': { alerts: [], after: 10, course: ofReader(() => () => undefined) },
  'an instance stood still for a moment': {
    alerts: [],
    after: 6,
    course: of('pennon_unconfirmed_evaluations_total', (_, healthy) => healthy + 40),
  },
  'a command for Redis fails once': {
    alerts: [],
    after: 3,
    course: of('pennon_redis_failures_total', to(1), 'publish'),
  },
  'the cleanup fails in an outage of an hour': {
    alerts: [],
    after: 190,
    course: of(
      'pennon_token_cleanup_failures_total',
      (since, healthy) => healthy + failedPasses(Math.min(since, 60)),
    ),
  },
  'a scheduled change waits for a writer to start': {
    alerts: [],
    after: 4,
    course: of('pennon_changes_overdue_seconds', (since) => (since > 1 ? 0 : 60 * since)),
  },
  'a call fails for the first time': {
    alerts: [],
    after: 6,
    course: of('grpc_server_handled_total', to(1), 'Unavailable'),
  },
  'a backup was put back, of which the counters are gone with restarted instances': {
    alerts: [],
    after: 2,
    course: of('pennon_snapshot_revision', (_, healthy) => healthy - 900, 'default'),
  },
};

/** Minutes that a trouble of `past` lasts: long enough for its alert to fire. */
const LASTED = 8;

/** A trouble that ends: its alert has to stop four minutes later. */
function ended(name: string): Trouble {
  const trouble = troubles[name];
  if (trouble === undefined) throw new Error(`there is no trouble ${name}`);
  return {
    ...{ alerts: [], after: LASTED + 4 },
    course: (series) => {
      const course = trouble.course(series);
      if (course === undefined) return undefined;
      const isCounter = /_(total|bucket)$/.test(series.name);
      return (since, healthy) =>
        since > LASTED && !isCounter ? healthy : course(Math.min(since, LASTED), healthy);
    },
  };
}

/** Troubles that have ended. */
export const past: Readonly<Record<string, Trouble>> = Object.fromEntries(
  [
    'a reader does not answer',
    'half of the calls fail',
    'a reader cannot read its source',
    'evaluations are not confirmed',
    'a reader is behind',
    'a reader has no database',
    'writes wait',
    'Redis is away, and nothing is asked of it',
    'Redis answers, and refuses what is published',
    'tokens cannot be looked up',
    'the bucket is away',
    'a reader has too much to do',
  ].map((name) => [name, ended(name)]),
);
