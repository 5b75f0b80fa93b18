import { type Metrics } from '@pennon/observability';
import { type SnapshotHolder } from '@pennon/snapshot-store';
import { FlagEvaluator } from '../flag-evaluator';
import { EvaluationCounts } from './evaluation-counts';
import { evaluationSeries } from './evaluation-series';

/** What evaluates flags, and counts it where the settings want that. */
export function countingEvaluator(snapshots: SnapshotHolder, metrics: Metrics): FlagEvaluator {
  const { enabled, maxFlags } = metrics.config;
  if (!enabled) return new FlagEvaluator();
  const counts = new EvaluationCounts(maxFlags);
  metrics.add(
    ...evaluationSeries(counts, (namespaceKey, flagKey) => exists(snapshots, namespaceKey, flagKey)),
  );
  return new FlagEvaluator(counts);
}

function exists(snapshots: SnapshotHolder, namespaceKey: string, flagKey: string): boolean {
  return snapshots.peek(namespaceKey)?.flags.has(flagKey) === true;
}
