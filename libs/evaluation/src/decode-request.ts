import { type fliptEvaluation } from '@pennon/api';
import { isJsonObject, type Json, type JsonObject } from '@pennon/domain';
import { isText, isTextMap } from './plain-json';

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

/** The batch, if it and all of its items are as plain as that. */
export function decodeBatch(json: Json): fliptEvaluation.BatchEvaluationRequest | undefined {
  if (!isJsonObject(json) || hasSnakeCase(json)) return undefined;
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

/** Which spelling wins where both are given is for the general way to say. */
function hasSnakeCase(json: JsonObject): boolean {
  return 'request_id' in json || 'namespace_key' in json || 'flag_key' in json || 'entity_id' in json;
}
