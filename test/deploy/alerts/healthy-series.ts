import { scraped, type Target } from '../../support/prometheus/targets';
import { STEP_S, type TimeSeries } from '../../support/prometheus/rule-test';

/** A series of an instance, with the labels that the instance itself gives it. */
export interface InstanceSeries extends TimeSeries {
  readonly tier: string;
  /** True for one instance of each tier. */
  readonly isLast: boolean;
}

type Row = readonly [name: string, labels: InstanceSeries['labels'], value: InstanceSeries['value']];

const still = (): number => 0;

/** A counter that goes up by so much a minute. */
const rising =
  (perMinute: number) =>
  (minute: number): number =>
    perMinute * minute;

const grpc = { grpc_type: 'unary', grpc_service: 'flipt.Flipt', grpc_method: 'CreateFlag' };

/** What instances show while a flag of `default` is changed once a second. */
function rowsOf(tier: string, index: number): readonly Row[] {
  const constant = (value: number) => (): number => value;
  const revision = (minute: number): number => Math.floor(60 * minute) + 1000;
  const both: readonly Row[] = [
    ['up', {}, constant(1)],
    ['pennon_snapshot_revision', { namespace: 'default' }, revision],
    ['pennon_snapshot_revision', { namespace: 'shop' }, constant(7)],
    ['pennon_snapshot_revision', { namespace: '(other)' }, constant(3 + index)],
    ['pennon_snapshot_age_seconds', { namespace: 'default' }, constant(0.4)],
    ['pennon_snapshot_age_seconds', { namespace: 'shop' }, constant(0.9)],
    ['pennon_snapshot_refused_namespaces', {}, constant(0)],
    ['pennon_history_changes_total', {}, still],
    // One standstill, long ago.
    ['pennon_unconfirmed_evaluations_total', {}, constant(5)],
    ['pennon_snapshot_propagation_seconds_bucket', { origin: 'push', le: '0.1' }, rising(60)],
    ['pennon_snapshot_propagation_seconds_bucket', { origin: 'push', le: '5' }, rising(60)],
    ['pennon_snapshot_propagation_seconds_bucket', { origin: 'push', le: '+Inf' }, rising(60)],
    ['pennon_dependency_up', { dependency: 'database' }, constant(1)],
    ['pennon_dependency_up', { dependency: 'redis' }, constant(1)],
    ['pennon_redis_failures_total', { operation: 'publish' }, still],
    ['pennon_token_checks_total', { kind: 'token', outcome: 'accepted' }, rising(6000)],
    ['pennon_token_checks_total', { kind: 'token', outcome: 'refused' }, rising(1)],
    ['pennon_token_checks_total', { kind: 'token', outcome: 'unavailable' }, still],
    ['nodejs_eventloop_lag_p99_seconds', {}, constant(0.012)],
    ['grpc_server_handled_total', { ...grpc, grpc_code: 'OK' }, rising(60)],
    // There is no series for it until the first call fails.
    ['grpc_server_handled_total', { ...grpc, grpc_code: 'Unavailable' }, () => undefined],
    ['pennon_db_queue_depth', { queue: 'reads' }, constant(60)],
    ['pennon_db_queue_depth', { queue: 'writes' }, constant(2)],
  ];
  const writer: readonly Row[] = [
    ['pennon_dependency_up', { dependency: 'object_store' }, constant(1)],
    ['pennon_dependency_up', { dependency: 'database_writes' }, constant(1)],
    ['pennon_export_last_success_timestamp_seconds', {}, (minute) => 60 * minute],
    ['pennon_audit_queue_depth', { sink: 'webhook' }, constant(3)],
    ['pennon_audit_deliveries_total', { sink: 'webhook', outcome: 'refused' }, still],
    // A change was being applied when a writer looked.
    ['pennon_changes_overdue_seconds', {}, (minute) => (minute % 5 === 0 ? 4 : 0)],
    ['pennon_token_cleanup_failures_total', { method: 'token' }, () => 3],
  ];
  return tier === 'writer' ? [...both, ...writer] : both;
}

/** What healthy instances show, which are scraped one after the other. */
export function healthySeries(targets: readonly Target[]): readonly (InstanceSeries & { target: Target })[] {
  return targets.flatMap((target, index) =>
    rowsOf(target.tier, index).map(([name, labels, value]) => ({
      ...{ name, labels, value, target },
      tier: target.tier,
      scrapedAtS: index * STEP_S,
      isLast: targets[index + 1]?.tier !== target.tier,
    })),
  );
}

/** The series as Prometheus has them. */
export function stored(series: readonly (InstanceSeries & { target: Target })[]): readonly TimeSeries[] {
  return series.map(({ target, ...one }) => ({ ...one, labels: scraped(target.labels, one.labels) }));
}
