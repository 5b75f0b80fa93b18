import { create } from '@bufbuild/protobuf';
import { EnumWords, flipt, fliptEvaluation } from '@pennon/api';
import { type VariantReason, type VariantResult } from '@pennon/snapshot';
import { timestampOf, type Timing } from './stopwatch';

/** The reasons of the API that evaluates both types of flags. */
export const reasonWords = new EnumWords<VariantReason, fliptEvaluation.EvaluationReason>({
  unknown: fliptEvaluation.EvaluationReason.UNKNOWN_EVALUATION_REASON,
  'flag-disabled': fliptEvaluation.EvaluationReason.FLAG_DISABLED_EVALUATION_REASON,
  match: fliptEvaluation.EvaluationReason.MATCH_EVALUATION_REASON,
  default: fliptEvaluation.EvaluationReason.DEFAULT_EVALUATION_REASON,
});

/** The legacy API numbers its reasons differently. */
const legacyReasonWords = new EnumWords<VariantReason, flipt.EvaluationReason>({
  unknown: flipt.EvaluationReason.UNKNOWN_EVALUATION_REASON,
  'flag-disabled': flipt.EvaluationReason.FLAG_DISABLED_EVALUATION_REASON,
  match: flipt.EvaluationReason.MATCH_EVALUATION_REASON,
  default: flipt.EvaluationReason.DEFAULT_EVALUATION_REASON,
});

/** A variant answer of the legacy API on the wire. */
export function presentLegacy(
  request: Pick<flipt.EvaluationRequest, 'requestId' | 'entityId' | 'context' | 'flagKey' | 'namespaceKey'>,
  result: VariantResult,
  { requestDurationMillis, epochMs }: Timing,
): flipt.EvaluationResponse {
  const { requestId, entityId, context, flagKey, namespaceKey } = request;
  return create(flipt.EvaluationResponseSchema, {
    requestId,
    entityId,
    requestContext: context,
    match: result.isMatch,
    flagKey,
    segmentKey: result.segmentKeys[0] ?? '',
    requestDurationMillis,
    timestamp: timestampOf(epochMs),
    value: result.variantKey,
    attachment: result.attachment,
    reason: legacyReasonWords.toWire(result.reason),
    namespaceKey,
    segmentKeys: [...result.segmentKeys],
  });
}
