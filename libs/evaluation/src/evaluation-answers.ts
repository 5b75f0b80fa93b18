import { create } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { EnumWords, flipt, fliptEvaluation } from '@pennon/proto';
import type { BooleanResult, EvaluationResult, VariantReason, VariantResult } from '@pennon/snapshot';
import { isPlainId, quotedId, timestampOf, type Timing } from './call-details';
import { joined, quoted, quotedList } from './wire/plain-json';
import { keepTexts, notesOf } from './wire/result-notes';

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
    timestamp: timestampOf(epochMs),
    value: result.variantKey,
    attachment: result.attachment,
    reason: legacyReasonWords.toWire(result.reason),
    namespaceKey,
    segmentKeys: [...result.segmentKeys],
  });
}

const { EvaluationReason } = fliptEvaluation;

// Members in the order of the proto, as the general way writes them. Only text from outside needs escaping.

/** The JSON of an answer, letter by letter as the general way writes it. @param call As {@link callText} writes it. */
export function resultText(result: EvaluationResult, call: string): string {
  const notes = notesOf(result);
  const { head, tail } = notes;
  if (head !== undefined && tail !== undefined) return head + call + tail;
  const texts = textsOf(result);
  keepTexts(notes, texts);
  return texts.head + call + texts.tail;
}

function textsOf(result: EvaluationResult): { readonly head: string; readonly tail: string } {
  const reason = `"reason":"${EvaluationReason[reasonWords.toWire(result.reason)]}",`;
  const flagKey = `"flagKey":${quoted(result.flagKey)}`;
  const segmentKeys = `"segmentKeys":${quotedList(result.segmentKeys)}`;
  if (result.type === 'boolean') {
    const enabled = `"enabled":${result.isEnabled ? 'true' : 'false'},`;
    return { head: joined('{', enabled, reason), tail: joined(flagKey, ',', segmentKeys, '}') };
  }
  const match = `"match":${result.isMatch ? 'true' : 'false'},`;
  const variant = `"variantKey":${quoted(result.variantKey)},"variantAttachment":${quoted(result.attachment)},`;
  return { head: joined('{', match, segmentKeys, ',', reason, variant), tail: joined(flagKey, '}') };
}

/** The members of an answer that tell of its call. */
export function callText(requestId: string, { requestDurationMillis, epochMs }: Timing): string {
  return `"requestId":${quotedId(requestId)},"requestDurationMillis":${requestDurationMillis},"timestamp":"${momentText(epochMs)}",`;
}

/** The last moment that was written: many answers share a millisecond. */
let lastMoment = { epochMs: NaN, text: '' };

/** Trailing zeros go as the proto3 rules have it. */
function momentText(epochMs: number): string {
  if (epochMs !== lastMoment.epochMs)
    lastMoment = { epochMs, text: new Date(epochMs).toISOString().replace('.000Z', 'Z') };
  return lastMoment.text;
}

/**
 * An answer to one request: a message whose fields are those of its result. Its JSON is written from the result too,
 * which has been written before.
 */
abstract class Answer<R extends EvaluationResult> {
  /** Of its own: the library takes a message field for unset that is only inherited. */
  readonly timestamp: Timestamp;

  constructor(
    readonly requestId: string,
    protected readonly result: R,
    private readonly timing: Timing,
  ) {
    this.timestamp = timestampOf(timing.epochMs);
  }

  get reason(): fliptEvaluation.EvaluationReason {
    return reasonWords.toWire(this.result.reason);
  }

  get requestDurationMillis(): number {
    return this.timing.requestDurationMillis;
  }

  get flagKey(): string {
    return this.result.flagKey;
  }

  get segmentKeys(): string[] {
    return [...this.result.segmentKeys];
  }

  /** The answer as compact JSON. */
  json(): string {
    return resultText(this.result, callText(this.requestId, this.timing));
  }

  /** Whether {@link json} has written ASCII alone. */
  get isAscii(): boolean {
    return notesOf(this.result).isAscii === true && isPlainId(this.requestId);
  }
}

/** A boolean answer on the wire. */
export class BooleanAnswer
  extends Answer<BooleanResult>
  implements fliptEvaluation.BooleanEvaluationResponse
{
  readonly $typeName = 'flipt.evaluation.BooleanEvaluationResponse';

  get enabled(): boolean {
    return this.result.isEnabled;
  }
}

/** A variant answer on the wire. */
export class VariantAnswer
  extends Answer<VariantResult>
  implements fliptEvaluation.VariantEvaluationResponse
{
  readonly $typeName = 'flipt.evaluation.VariantEvaluationResponse';

  get match(): boolean {
    return this.result.isMatch;
  }

  get variantKey(): string {
    return this.result.variantKey;
  }

  get variantAttachment(): string {
    return this.result.attachment;
  }
}
