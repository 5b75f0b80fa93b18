import { performance } from 'node:perf_hooks';
import { latestAsked, type EvaluationCounter, type FlagName, type LastAsked } from '@pennon/domain';
import {
  evaluateBoolean,
  evaluateVariant,
  type EvaluationContext,
  type KnownSegments,
} from '@pennon/evaluator';
import type { Metrics } from '@pennon/platform';
import type {
  BooleanResult,
  CompiledBooleanFlag,
  CompiledVariantFlag,
  VariantResult,
} from '@pennon/snapshot';
import type { SnapshotHolder } from '@pennon/snapshots';
import { EvaluationCounts } from '../counts/evaluation-counts';
import { evaluationSeries } from '../counts/evaluation-series';
import type { SecondHand } from '../counts/seconds';

/**
 * Evaluates flags for callers, and counts it. Counting costs tens of nanoseconds and allocates nothing.
 *
 * The namespace is counted as the caller wrote it: empty where it was left out. What is known of the entity may be
 * given where several flags are evaluated for it.
 */
export class FlagEvaluator {
  /** @param counts Undefined when nothing is to be counted. */
  constructor(private readonly counts?: EvaluationCounts) {}

  /** When a flag was last asked here, by whichever API; nothing is known of it where nothing is counted. */
  lastAsked(flag: FlagName): LastAsked {
    return this.counts?.lastAsked(flag) ?? latestAsked([]);
  }

  boolean(
    namespaceKey: string,
    flag: CompiledBooleanFlag,
    entityId: string,
    context: EvaluationContext,
    known?: KnownSegments,
  ): BooleanResult {
    const counts = this.counts?.of(namespaceKey, flag);
    if (counts === undefined) return evaluateBoolean(flag, entityId, context, known);
    const begunAt = counts.begin() ? performance.now() : undefined;
    try {
      const result = evaluateBoolean(flag, entityId, context, known);
      counts.countBoolean(result);
      return result;
    } catch (error) {
      counts.errors++;
      throw error;
    } finally {
      if (begunAt !== undefined) counts.took(performance.now() - begunAt);
    }
  }

  variant(
    namespaceKey: string,
    flag: CompiledVariantFlag,
    entityId: string,
    context: EvaluationContext,
    known?: KnownSegments,
  ): VariantResult {
    const counts = this.counts?.of(namespaceKey, flag);
    if (counts === undefined) return evaluateVariant(flag, entityId, context, known);
    const begunAt = counts.begin() ? performance.now() : undefined;
    try {
      const result = evaluateVariant(flag, entityId, context, known);
      counts.countVariant(result);
      return result;
    } catch (error) {
      counts.errors++;
      throw error;
    } finally {
      if (begunAt !== undefined) counts.took(performance.now() - begunAt);
    }
  }
}

/** What evaluates flags, and counts it where the settings want that. */
export function countingEvaluator(
  snapshots: SnapshotHolder,
  metrics: Metrics,
  seconds: SecondHand,
): FlagEvaluator {
  const { enabled, maxFlags } = metrics.config;
  if (!enabled) return new FlagEvaluator();
  const counts = new EvaluationCounts(maxFlags, seconds);
  metrics.add(
    ...evaluationSeries(counts, (namespaceKey, flagKey) => exists(snapshots, namespaceKey, flagKey)),
  );
  return new FlagEvaluator(counts);
}

function exists(snapshots: SnapshotHolder, namespaceKey: string, flagKey: string): boolean {
  return snapshots.peek(namespaceKey)?.flags.has(flagKey) === true;
}

/**
 * Evaluates flags for callers whose evaluations people see in the dashboard: single ones and batches, and neither OFREP
 * nor the evaluation of old.
 */
export class RecordingEvaluator extends FlagEvaluator {
  constructor(
    private readonly evaluator: FlagEvaluator,
    private readonly counter: EvaluationCounter,
  ) {
    super();
  }

  override boolean(
    namespaceKey: string,
    flag: CompiledBooleanFlag,
    entityId: string,
    context: EvaluationContext,
    known?: KnownSegments,
  ): BooleanResult {
    const result = this.evaluator.boolean(namespaceKey, flag, entityId, context, known);
    this.counter.count(namespaceKey, flag, result.isEnabled ? 'true' : 'false');
    return result;
  }

  override variant(
    namespaceKey: string,
    flag: CompiledVariantFlag,
    entityId: string,
    context: EvaluationContext,
    known?: KnownSegments,
  ): VariantResult {
    const result = this.evaluator.variant(namespaceKey, flag, entityId, context, known);
    this.counter.count(namespaceKey, flag, result.variantKey);
    return result;
  }
}
