import { type EvaluationCounter } from '@pennon/domain';
import { type EvaluationContext, type KnownSegments } from '@pennon/evaluator';
import {
  type CompiledBooleanFlag,
  type CompiledVariantFlag,
  type BooleanResult,
  type VariantResult,
} from '@pennon/snapshot';
import { FlagEvaluator } from '../flag-evaluator';

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
