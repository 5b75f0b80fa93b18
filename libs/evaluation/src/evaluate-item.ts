import { create } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/proto';
import { type KnownSegments } from '@pennon/evaluator';
import { type Snapshot, type EvaluationResult } from '@pennon/snapshot';
import { presentBoolean, presentVariant } from './evaluation-answers';
import { type FlagEvaluator } from './evaluating/flag-evaluator';
import { type Timing } from './call-details';

const {
  ErrorEvaluationReason,
  ErrorEvaluationResponseSchema,
  EvaluationResponseSchema,
  EvaluationResponseType,
} = fliptEvaluation;

/** What is asked; an empty namespace is `default`. */
type EvaluationItem = Omit<fliptEvaluation.EvaluationRequest, '$typeName' | '$unknown' | 'reference'>;

/** What became of an item: the result, or undefined when there is no such flag. */
export interface EvaluatedItem {
  readonly item: EvaluationItem;
  readonly result: EvaluationResult | undefined;
}

/**
 * Evaluates one item, whatever the type of its flag.
 *
 * @param find Finds the snapshot of a namespace.
 * @param known What is known of the item's entity.
 */
export function evaluateItem(
  item: EvaluationItem,
  find: (namespaceKey: string) => Snapshot | undefined,
  evaluator: FlagEvaluator,
  known?: KnownSegments,
): EvaluatedItem {
  const { namespaceKey, flagKey, entityId, context } = item;
  const flag = find(namespaceKey)?.flags.get(flagKey);
  if (flag === undefined) return { item, result: undefined };
  const result =
    flag.type === 'boolean'
      ? evaluator.boolean(namespaceKey, flag, entityId, context, known)
      : evaluator.variant(namespaceKey, flag, entityId, context, known);
  return { item, result };
}

/** The item's answer as an entry of a batch; an unknown flag is an error entry. */
export function presentItem(
  { item, result }: EvaluatedItem,
  timing: Timing,
): fliptEvaluation.EvaluationResponse {
  switch (result?.type) {
    case 'boolean':
      return create(EvaluationResponseSchema, {
        type: EvaluationResponseType.BOOLEAN_EVALUATION_RESPONSE_TYPE,
        response: { case: 'booleanResponse', value: presentBoolean(item.requestId, result, timing) },
      });
    case 'variant':
      return create(EvaluationResponseSchema, {
        type: EvaluationResponseType.VARIANT_EVALUATION_RESPONSE_TYPE,
        response: { case: 'variantResponse', value: presentVariant(item.requestId, result, timing) },
      });
    case undefined:
      return create(EvaluationResponseSchema, {
        type: EvaluationResponseType.ERROR_EVALUATION_RESPONSE_TYPE,
        response: { case: 'errorResponse', value: notFound(item) },
      });
  }
}

function notFound({ flagKey, namespaceKey }: EvaluationItem): fliptEvaluation.ErrorEvaluationResponse {
  const reason = ErrorEvaluationReason.NOT_FOUND_ERROR_EVALUATION_REASON;
  return create(ErrorEvaluationResponseSchema, { flagKey, namespaceKey, reason });
}
