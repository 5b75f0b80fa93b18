import { create, type DescMessage } from '@bufbuild/protobuf';
import { MICROS_PER_MILLISECOND } from '@pennon/domain';
import { EnumWords, flipt, fliptEvaluation, timestampOf } from '@pennon/proto';
import type { BooleanResult, EvaluationResult, VariantReason, VariantResult } from '@pennon/snapshot';
import { JsonAnswer } from '@pennon/api';
import type { Timing } from './call-details';
import { callText, resultText } from './wire/answer-text';
import { isPlainAscii } from './wire/plain-json';
import { notesOf } from './wire/result-notes';

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
    timestamp: timestampOf(epochMs * MICROS_PER_MILLISECOND),
    value: result.variantKey,
    attachment: result.attachment,
    reason: legacyReasonWords.toWire(result.reason),
    namespaceKey,
    segmentKeys: [...result.segmentKeys],
  });
}

/** A boolean answer on the wire. */
export function presentBoolean(
  requestId: string,
  { isEnabled, reason, flagKey, segmentKeys }: BooleanResult,
  { requestDurationMillis, epochMs }: Timing,
): fliptEvaluation.BooleanEvaluationResponse {
  return {
    $typeName: 'flipt.evaluation.BooleanEvaluationResponse',
    enabled: isEnabled,
    reason: reasonWords.toWire(reason),
    requestId,
    requestDurationMillis,
    timestamp: timestampOf(epochMs * MICROS_PER_MILLISECOND),
    flagKey,
    segmentKeys: [...segmentKeys],
  };
}

/** A variant answer on the wire. */
export function presentVariant(
  requestId: string,
  { isMatch, segmentKeys, reason, variantKey, attachment, flagKey }: VariantResult,
  { requestDurationMillis, epochMs }: Timing,
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
    timestamp: timestampOf(epochMs * MICROS_PER_MILLISECOND),
    flagKey,
  };
}

/** The answer to one question. Its JSON is put together from texts that are kept with the result. */
abstract class SingleAnswer<R extends EvaluationResult, O extends DescMessage> extends JsonAnswer<O> {
  constructor(
    protected readonly requestId: string,
    protected readonly result: R,
    protected readonly timing: Timing,
  ) {
    super();
  }

  json(): string {
    return resultText(this.result, callText(this.requestId, this.timing));
  }

  get isAscii(): boolean {
    return notesOf(this.result).isAscii === true && isPlainAscii(this.requestId);
  }
}

/** What a boolean flag answers. */
export class BooleanAnswer extends SingleAnswer<
  BooleanResult,
  typeof fliptEvaluation.BooleanEvaluationResponseSchema
> {
  message(): fliptEvaluation.BooleanEvaluationResponse {
    return presentBoolean(this.requestId, this.result, this.timing);
  }
}

/** What a variant flag answers. */
export class VariantAnswer extends SingleAnswer<
  VariantResult,
  typeof fliptEvaluation.VariantEvaluationResponseSchema
> {
  message(): fliptEvaluation.VariantEvaluationResponse {
    return presentVariant(this.requestId, this.result, this.timing);
  }
}
