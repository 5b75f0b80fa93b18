import { failedPasses, of, ofReader, to, type Trouble } from './courses';

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
    after: 5,
    course: of('grpc_server_handled_total', (since) => 2 * since, 'Unavailable'),
  },
  'all calls fail, which never failed before': {
    alerts: ['PennonCallsFail'],
    after: 5,
    course: (series) =>
      of('grpc_server_handled_total', (since) => 60 * since, 'Unavailable')(series) ??
      of('grpc_server_handled_total', (since, healthy) => healthy - 60 * since, 'OK')(series),
  },
  'half of the calls fail': {
    alerts: ['PennonCallsFail'],
    after: 5,
    course: of('grpc_server_handled_total', (since) => 60 * since, 'Unavailable'),
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
    after: 6,
    course: of('pennon_snapshot_propagation_seconds_bucket', (since, healthy) => healthy - 60 * since, '0.1'),
  },
  'a scheduled change is not applied': {
    alerts: ['PennonChangesLate'],
    after: 4,
    course: of('pennon_changes_overdue_seconds', (since) => 60 * since),
  },
  'a reader has no database': {
    alerts: ['PennonDatabaseAway'],
    after: 2,
    course: ofReader(of('pennon_dependency_up', to(0), 'database')),
  },
  'the disk of the database is full': {
    alerts: ['PennonWritesFail'],
    after: 2,
    course: of('pennon_dependency_up', to(0), 'database_writes'),
  },
  'the database is away': {
    alerts: ['PennonDatabaseAway'],
    after: 2,
    course: (series) =>
      of('pennon_dependency_up', to(0), 'database_writes')(series) ??
      of('pennon_dependency_up', to(0), 'database')(series),
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
    after: 7,
    course: of('pennon_token_checks_total', (since, healthy) => healthy + 1000 * since, 'refused'),
  },
  'the cleanup fails again and again': {
    alerts: ['PennonTokenCleanupFails'],
    after: 182,
    course: of('pennon_token_cleanup_failures_total', (since, healthy) => healthy + failedPasses(since)),
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
  'a namespace uses what an instance does not understand': {
    alerts: ['PennonNamespaceRefused'],
    after: 6,
    course: of('pennon_snapshot_refused_namespaces', to(1)),
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
