import { notSupported } from './not-supported';
import type { ResolvedSettings } from './resolve-settings';
import type { Violation } from './violation';

/** Returns what this version would silently not do: without metrics, dashboards stay empty. */
export function checkMetrics({
  metrics: { enabled, exporter },
}: Pick<ResolvedSettings, 'metrics'>): readonly Violation[] {
  if (!enabled || exporter === 'prometheus') return [];
  const reason = `${notSupported}; delete it, and let the prometheus receiver of the collector read /metrics`;
  return [{ key: 'metrics.exporter', reason }];
}
