import { type Timestamp } from '@bufbuild/protobuf/wkt';
import { fliptEvaluation, type JsonShortcut } from '@pennon/api';
import { type Json, type JsonObject } from '@pennon/domain';

const { EvaluationReason, EvaluationResponseType, ErrorEvaluationReason } = fliptEvaluation;

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** JSON of the boolean RPC. */
export const booleanShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.BooleanEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) => JSON.stringify(booleanJson(answer)),
};

/** JSON of the variant RPC. */
export const variantShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.VariantEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) => JSON.stringify(variantJson(answer)),
};

/** JSON of the batch RPC. */
export const batchShortcut: JsonShortcut<
  typeof fliptEvaluation.BatchEvaluationRequestSchema,
  typeof fliptEvaluation.BatchEvaluationResponseSchema
> = {
  decode: decodeBatch,
  encode: ({ requestId, responses, requestDurationMillis }) =>
    JSON.stringify({ requestId, responses: responses.map(entryJson), requestDurationMillis }),
};

/** The request, if the JSON names its members in camelCase and every value is text. */
function decodeRequest(json: Json): fliptEvaluation.EvaluationRequest | undefined {
  if (!isObject(json) || hasSnakeCase(json)) return undefined;
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

function decodeBatch(json: Json): fliptEvaluation.BatchEvaluationRequest | undefined {
  if (!isObject(json) || hasSnakeCase(json)) return undefined;
  const { requestId = '', requests: items = [], reference = '' } = json;
  if (!isText(requestId) || !isText(reference) || !Array.isArray(items)) return undefined;
  const requests: fliptEvaluation.EvaluationRequest[] = [];
  for (const item of items as readonly Json[]) {
    const request = decodeRequest(item);
    if (request === undefined) return undefined;
    requests.push(request);
  }
  return { $typeName: 'flipt.evaluation.BatchEvaluationRequest', requestId, requests, reference };
}

function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Which spelling wins where both are given is for the general way to say. */
function hasSnakeCase(json: JsonObject): boolean {
  return 'request_id' in json || 'namespace_key' in json || 'flag_key' in json || 'entity_id' in json;
}

function isTextMap(json: Json): json is Record<string, string> {
  if (!isObject(json)) return false;
  for (const key in json) if (!isText(json[key]) || !key.isWellFormed()) return false;
  return true;
}

/** Text that the general way takes as it is. */
function isText(json: Json | undefined): json is string {
  return typeof json === 'string' && json.isWellFormed();
}

// Members in the order of the proto, as the general way writes them.

function booleanJson(answer: fliptEvaluation.BooleanEvaluationResponse): object {
  const { enabled, reason, requestId, requestDurationMillis, timestamp, flagKey, segmentKeys } = answer;
  return {
    enabled,
    reason: EvaluationReason[reason],
    requestId,
    requestDurationMillis,
    timestamp: timestampText(timestamp),
    flagKey,
    segmentKeys,
  };
}

function variantJson(answer: fliptEvaluation.VariantEvaluationResponse): object {
  const { match, segmentKeys, reason, variantKey, variantAttachment, requestId } = answer;
  return {
    match,
    segmentKeys,
    reason: EvaluationReason[reason],
    variantKey,
    variantAttachment,
    requestId,
    requestDurationMillis: answer.requestDurationMillis,
    timestamp: timestampText(answer.timestamp),
    flagKey: answer.flagKey,
  };
}

function entryJson({ type, response }: fliptEvaluation.EvaluationResponse): object {
  const typeName = EvaluationResponseType[type];
  switch (response.case) {
    case 'booleanResponse':
      return { type: typeName, booleanResponse: booleanJson(response.value) };
    case 'variantResponse':
      return { type: typeName, variantResponse: variantJson(response.value) };
    case 'errorResponse': {
      const { flagKey, namespaceKey, reason } = response.value;
      return {
        type: typeName,
        errorResponse: { flagKey, namespaceKey, reason: ErrorEvaluationReason[reason] },
      };
    }
    case undefined:
      return { type: typeName };
  }
}

/** Evaluation tells the time in whole milliseconds; trailing zeros go as the proto3 rules have it. */
function timestampText(timestamp: Timestamp | undefined): string | undefined {
  if (timestamp === undefined) return undefined;
  const milliseconds = timestamp.nanos / NANOSECONDS_PER_MILLISECOND;
  const text = new Date(Number(timestamp.seconds) * 1000 + milliseconds).toISOString();
  return milliseconds === 0 ? text.replace('.000Z', 'Z') : text;
}
