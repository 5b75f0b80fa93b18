import { create } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampText } from '@pennon/domain';
import { EnumWords, flipt, fliptEvaluation, instantOf } from '@pennon/proto';
import type { BooleanResult, VariantReason, VariantResult } from '@pennon/snapshot';
import type { Timing } from './call-details';

/** The reasons of the API that evaluates both types of flags. */
const reasonWords = new EnumWords<VariantReason, fliptEvaluation.EvaluationReason>({
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
  { requestDurationMillis, timestamp }: Timing,
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
    timestamp,
    value: result.variantKey,
    attachment: result.attachment,
    reason: legacyReasonWords.toWire(result.reason),
    namespaceKey,
    segmentKeys: [...result.segmentKeys],
  });
}

// Their fields stand in the order of the proto, which is the order of the members of their JSON.

/** A boolean answer on the wire. */
export function presentBoolean(
  requestId: string,
  { isEnabled, reason, flagKey, segmentKeys }: BooleanResult,
  { requestDurationMillis, timestamp }: Timing,
): fliptEvaluation.BooleanEvaluationResponse {
  return {
    $typeName: 'flipt.evaluation.BooleanEvaluationResponse',
    enabled: isEnabled,
    reason: reasonWords.toWire(reason),
    requestId,
    requestDurationMillis,
    timestamp,
    flagKey,
    segmentKeys: [...segmentKeys],
  };
}

/** A variant answer on the wire. */
export function presentVariant(
  requestId: string,
  { isMatch, segmentKeys, reason, variantKey, attachment, flagKey }: VariantResult,
  { requestDurationMillis, timestamp }: Timing,
): fliptEvaluation.VariantEvaluationResponse {
  return {
    $typeName: 'flipt.evaluation.VariantEvaluationResponse',
    match: isMatch,
    segmentKeys: [...segmentKeys],
    reason: reasonWords.toWire(reason),
    variantKey,
    variantAttachment: attachment,
    requestId,
    requestDurationMillis,
    timestamp,
    flagKey,
  };
}

/** The JSON of an answer as it was presented, letter by letter as the general way writes it. */
export function answerText(
  answer: fliptEvaluation.BooleanEvaluationResponse | fliptEvaluation.VariantEvaluationResponse,
): string {
  return JSON.stringify({
    ...answer,
    $typeName: undefined,
    reason: fliptEvaluation.EvaluationReason[answer.reason],
    timestamp: answer.timestamp && momentText(answer.timestamp),
  });
}

/** The moment that was written last: many answers share one, and to write it takes half as long as all of an answer. */
let last = { seconds: 0n, nanos: 0, text: '1970-01-01T00:00:00Z' };

/** A moment to the millisecond, in JSON by the proto3 rules. */
export function momentText(moment: Timestamp): string {
  const { seconds, nanos } = moment;
  if (seconds !== last.seconds || nanos !== last.nanos) {
    last = { seconds, nanos, text: timestampText(instantOf(moment)) };
  }
  return last.text;
}
