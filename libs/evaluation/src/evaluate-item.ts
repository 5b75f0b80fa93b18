import { create } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/api';
import { type BooleanResult, type KnownSegments, type VariantResult } from '@pennon/evaluator';
import { type Snapshot } from '@pennon/snapshot';
import { presentBoolean, presentVariant } from './evaluation.presenter';
import { type FlagEvaluator } from './flag-evaluator';
import { type Timing } from './stopwatch';

const {
  ErrorEvaluationReason,
  ErrorEvaluationResponseSchema,
  EvaluationResponseSchema,
  EvaluationResponseType,
} = fliptEvaluation;

/** What is asked; an empty namespace is `default`. */
type EvaluationItem = Omit<fliptEvaluation.EvaluationRequest, '$typeName' | '$unknown' | 'reference'>;

/** What became of an item; `type` tells which. */
export type EvaluatedItem =
  | { readonly type: 'missing'; readonly item: EvaluationItem }
  | (Found & { readonly type: 'boolean'; readonly result: BooleanResult })
  | (Found & { readonly type: 'variant'; readonly result: VariantResult });

interface Found {
  readonly item: EvaluationItem;
  /** The key of the flag as the snapshot has it. */
  readonly flagKey: string;
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
  if (flag === undefined) return { type: 'missing', item };
  return flag.type === 'boolean'
    ? {
        type: 'boolean',
        item,
        flagKey: flag.key,
        result: evaluator.boolean(namespaceKey, flag, entityId, context, known),
      }
    : {
        type: 'variant',
        item,
        flagKey: flag.key,
        result: evaluator.variant(namespaceKey, flag, entityId, context, known),
      };
}

/** The item's answer as an entry of a batch; an unknown flag is an error entry. */
export function presentItem(evaluated: EvaluatedItem, timing: Timing): fliptEvaluation.EvaluationResponse {
  const { type, item } = evaluated;
  switch (type) {
    case 'boolean':
      return create(EvaluationResponseSchema, {
        type: EvaluationResponseType.BOOLEAN_EVALUATION_RESPONSE_TYPE,
        response: { case: 'booleanResponse', value: presentBoolean(item, evaluated.result, timing) },
      });
    case 'variant':
      return create(EvaluationResponseSchema, {
        type: EvaluationResponseType.VARIANT_EVALUATION_RESPONSE_TYPE,
        response: { case: 'variantResponse', value: presentVariant(item, evaluated.result, timing) },
      });
    case 'missing':
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
