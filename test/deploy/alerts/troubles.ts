import { type InstanceSeries } from './healthy-series';

/** The value of a series in trouble, by the minutes since it began; undefined where the series is not scraped. */
type Course = (since: number, healthy: number) => number | undefined;

/** What goes wrong with an installation. */
export interface Trouble {
  /** The alerts that fire; all others are silent. */
  readonly alerts: readonly string[];
  /** Minutes until they have to fire. */
  readonly after: number;
  /** True where it is found by the label of the tier, which Kubernetes alone sets. */
  readonly needsTiers?: true;
  /** The course of a series in trouble; undefined for those that stay as they are. */
  readonly course: (series: InstanceSeries) => Course | undefined;
}

const to = (value: number) => (): number => value;

/** Series of that name whose labels have that value among them. */
function of(name: string, course: Course, label = ''): Trouble['course'] {
  return (series) =>
    series.name === name && (label === '' || Object.values(series.labels).includes(label))
      ? course
      : undefined;
}

/** The same of one reader alone. */
function ofReader(course: Trouble['course']): Trouble['course'] {
  return (series) => (series.tier === 'reader' && series.isLast ? course(series) : undefined);
}

/** Troubles by what they are. */
export const troubles: Readonly<Record<string, Trouble>> = {
  'a reader does not answer': {
    alerts: ['PennonDown'],
    after: 3,
    course: ofReader((series) => (series.name === 'up' ? to(0) : () => undefined)),
  },
  'all readers are gone': {
    alerts: ['PennonGone'],
    after: 6,
    needsTiers: true,
    course: ({ tier }) => (tier === 'reader' ? () => undefined : undefined),
  },
  'all instances are gone': { alerts: ['PennonGone'], after: 6, course: () => () => undefined },
  'calls fail': {
    alerts: ['PennonCallsFail'],
    after: 4,
    course: of('grpc_server_handled_total', (since) => 2 * since, 'Unavailable'),
  },
  'all calls fail, which never failed before': {
    alerts: ['PennonCallsFail'],
    after: 5,
    course: (series) =>
      of('grpc_server_handled_total', (since) => 60 * since, 'Unavailable')(series) ??
      of('grpc_server_handled_total', (since, healthy) => healthy - 60 * since, 'OK')(series),
  },
  'a reader cannot read its source': {
    alerts: ['PennonSnapshotOld'],
    after: 3,
    course: ofReader(of('pennon_snapshot_age_seconds', (since) => 60 * since)),
  },
  'evaluations are not confirmed': {
    alerts: ['PennonUnconfirmed'],
    after: 6,
    course: ofReader(of('pennon_unconfirmed_evaluations_total', (since, healthy) => healthy + 60 * since)),
  },
  'a reader is behind': {
    alerts: ['PennonInstanceBehind'],
    after: 5,
    course: ofReader(of('pennon_snapshot_revision', (since, healthy) => healthy - 60 * since, 'default')),
  },
  'all readers are behind the writer': {
    alerts: ['PennonInstanceBehind'],
    after: 5,
    course: (series) =>
      series.tier === 'reader'
        ? of('pennon_snapshot_revision', (since, healthy) => healthy - 60 * since, 'default')(series)
        : undefined,
  },
  'a failover lost commits': {
    alerts: ['PennonHistoryChanged'],
    after: 2,
    course: (series) =>
      of('pennon_history_changes_total', to(1))(series) ??
      of('pennon_snapshot_revision', (_, healthy) => healthy - 500, 'default')(series),
  },
  'changes take long': {
    alerts: ['PennonChangesSlow'],
    after: 11,
    course: of('pennon_snapshot_propagation_seconds_bucket', (since, healthy) => healthy - 60 * since, '0.1'),
  },
  'a reader has no database': {
    alerts: ['PennonDatabaseAway'],
    after: 2,
    course: ofReader(of('pennon_dependency_up', to(0), 'database')),
  },
  'writes wait': {
    alerts: ['PennonWritesQueue'],
    after: 3,
    course: of('pennon_db_queue_depth', to(51), 'writes'),
  },
  'Redis is away, and nothing is asked of it': {
    alerts: ['PennonCacheFails'],
    after: 4,
    course: of('pennon_dependency_up', to(0), 'redis'),
  },
  'Redis answers, and refuses what is published': {
    alerts: ['PennonCacheFails'],
    after: 6,
    course: of('pennon_redis_failures_total', (since) => Math.ceil(since), 'publish'),
  },
  'tokens cannot be looked up': {
    alerts: ['PennonTokensUnavailable'],
    after: 3,
    course: of('pennon_token_checks_total', (since) => 5 * since, 'unavailable'),
  },
  'tokens are guessed': {
    alerts: ['PennonTokensRefused'],
    after: 11,
    course: of('pennon_token_checks_total', (since, healthy) => healthy + 1000 * since, 'refused'),
  },
  'the cleanup fails again and again': {
    alerts: ['PennonTokenCleanupFails'],
    after: 5,
    course: of('pennon_token_cleanup_failures_total', (since, healthy) => healthy + Math.ceil(since)),
  },
  'exports stop': {
    alerts: ['PennonExportOld'],
    after: 8,
    course: of('pennon_export_last_success_timestamp_seconds', (since, healthy) => healthy - 60 * since),
  },
  'the writer has not exported since its start': {
    alerts: ['PennonExportOld'],
    after: 3,
    course: of('pennon_export_last_success_timestamp_seconds', to(0)),
  },
  'the bucket is away': {
    alerts: ['PennonObjectStoreAway'],
    after: 3,
    course: of('pennon_dependency_up', to(0), 'object_store'),
  },
  'a sink takes no audit events': {
    alerts: ['PennonAuditBehind'],
    after: 6,
    course: of('pennon_audit_queue_depth', to(101)),
  },
  'a sink refuses an audit event': {
    alerts: ['PennonAuditRefused'],
    after: 2,
    course: of('pennon_audit_deliveries_total', to(1), 'refused'),
  },
  'a reader has too much to do': {
    alerts: ['PennonEventLoopBusy'],
    after: 6,
    course: ofReader(of('nodejs_eventloop_lag_p99_seconds', to(0.2))),
  },
};

/** What happens to healthy installations, and is nothing to call anybody for. */
export const harmless: Readonly<Record<string, Trouble>> = {
  'nothing happens': { alerts: [], after: 20, course: () => undefined },
  'an instance misses a scrape': {
    alerts: [],
    after: 3,
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
  'calls failed, and do not any more': {
    alerts: [],
    after: 9,
    course: of('grpc_server_handled_total', (since) => 30 * Math.min(since, 5.5), 'Unavailable'),
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
