import { create } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/api';
import { type Snapshot } from '@pennon/snapshot';
import { presentBoolean, presentVariant } from './evaluation.presenter';
import { type FlagEvaluator } from './flag-evaluator';
import { type Timing } from './stopwatch';

/** What is asked; an empty namespace is `default`. */
type EvaluationItem = Omit<fliptEvaluation.EvaluationRequest, '$typeName' | '$unknown' | 'reference'>;

/**
 * Evaluates one item, whatever the type of its flag: an unknown flag is an error entry. All items of a batch show the
 * timing of the whole.
 *
 * @param find Finds the snapshot of a namespace.
 */
export function evaluateItem(
  item: EvaluationItem,
  find: (namespaceKey: string) => Snapshot | undefined,
  evaluator: FlagEvaluator,
): (timing: Timing) => fliptEvaluation.EvaluationResponse {
  const { namespaceKey, flagKey, entityId, context } = item;
  const flag = find(namespaceKey)?.flags.get(flagKey);
  if (flag === undefined) return () => notFoundEntry(namespaceKey, flagKey);
  if (flag.type === 'boolean') {
    const result = evaluator.boolean(namespaceKey, flag, entityId, context);
    return (timing) =>
      create(fliptEvaluation.EvaluationResponseSchema, {
        type: fliptEvaluation.EvaluationResponseType.BOOLEAN_EVALUATION_RESPONSE_TYPE,
        response: { case: 'booleanResponse', value: presentBoolean(item, result, timing) },
      });
  }
  const result = evaluator.variant(namespaceKey, flag, entityId, context);
  return (timing) =>
    create(fliptEvaluation.EvaluationResponseSchema, {
      type: fliptEvaluation.EvaluationResponseType.VARIANT_EVALUATION_RESPONSE_TYPE,
      response: { case: 'variantResponse', value: presentVariant(item, result, timing) },
    });
}

function notFoundEntry(namespaceKey: string, flagKey: string): fliptEvaluation.EvaluationResponse {
  const value = create(fliptEvaluation.ErrorEvaluationResponseSchema, {
    flagKey,
    namespaceKey,
    reason: fliptEvaluation.ErrorEvaluationReason.NOT_FOUND_ERROR_EVALUATION_REASON,
  });
  return create(fliptEvaluation.EvaluationResponseSchema, {
    type: fliptEvaluation.EvaluationResponseType.ERROR_EVALUATION_RESPONSE_TYPE,
    response: { case: 'errorResponse', value },
  });
}
