import { type Timestamp } from '@bufbuild/protobuf/wkt';
import { fliptEvaluation, type JsonShortcut } from '@pennon/api';
import { isJsonObject, type Json, type JsonObject } from '@pennon/domain';
import { isText, isTextMap } from './plain-json';
import { keptQuoted, quoted, quotedList } from './quoted';

const { EvaluationReason } = fliptEvaluation;

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** JSON of the boolean RPC. */
export const booleanShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.BooleanEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: booleanText,
};

/** JSON of the variant RPC. */
export const variantShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.VariantEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: variantText,
};

/** The request, if the JSON names its members in camelCase and every value is text. */
export function decodeRequest(json: Json): fliptEvaluation.EvaluationRequest | undefined {
  if (!isJsonObject(json) || hasSnakeCase(json)) return undefined;
  const {
    requestId = '',
    namespaceKey = '',
    flagKey = '',
    entityId = '',
    context = {},
    reference = '',
  } = json;
  const isPlain =
    isText(requestId) &&
    isText(namespaceKey) &&
    isText(flagKey) &&
    isText(entityId) &&
    isText(reference) &&
    isTextMap(context);
  if (!isPlain) return undefined;
  return {
    $typeName: 'flipt.evaluation.EvaluationRequest',
    requestId,
    namespaceKey,
    flagKey,
    entityId,
    context,
    reference,
  };
}

/** Which spelling wins where both are given is for the general way to say. */
export function hasSnakeCase(json: JsonObject): boolean {
  return 'request_id' in json || 'namespace_key' in json || 'flag_key' in json || 'entity_id' in json;
}

// Members in the order of the proto, as the general way writes them. Only text from outside needs escaping.

function booleanText(answer: fliptEvaluation.BooleanEvaluationResponse): string {
  const { enabled, reason, requestId, requestDurationMillis, timestamp, flagKey, segmentKeys } = answer;
  return (
    `{"enabled":${enabled ? 'true' : 'false'},"reason":"${EvaluationReason[reason]}",` +
    `"requestId":${quoted(requestId)},"requestDurationMillis":${requestDurationMillis},` +
    `${timestampMember(timestamp)}"flagKey":${quoted(flagKey)},` +
    `"segmentKeys":${quotedList(segmentKeys)}}`
  );
}

function variantText(answer: fliptEvaluation.VariantEvaluationResponse): string {
  const { match, segmentKeys, reason, variantKey, variantAttachment, requestId } = answer;
  return (
    `{"match":${match ? 'true' : 'false'},"segmentKeys":${quotedList(segmentKeys)},` +
    `"reason":"${EvaluationReason[reason]}","variantKey":${quoted(variantKey)},` +
    `"variantAttachment":${keptQuoted(variantAttachment)},"requestId":${quoted(requestId)},` +
    `"requestDurationMillis":${answer.requestDurationMillis},` +
    `${timestampMember(answer.timestamp)}"flagKey":${quoted(answer.flagKey)}}`
  );
}

/** The last moment that was written: many answers share a millisecond. */
let lastMoment = { epochMs: NaN, text: '' };

/** Evaluation tells the time in whole milliseconds; trailing zeros go as the proto3 rules have it. */
export function timestampMember(timestamp: Timestamp | undefined): string {
  if (timestamp === undefined) return '';
  const epochMs = Number(timestamp.seconds) * 1000 + timestamp.nanos / NANOSECONDS_PER_MILLISECOND;
  if (epochMs !== lastMoment.epochMs) {
    const text = new Date(epochMs).toISOString().replace('.000Z', 'Z');
    lastMoment = { epochMs, text: `"timestamp":"${text}",` };
  }
  return lastMoment.text;
}
