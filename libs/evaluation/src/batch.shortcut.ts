import { fliptEvaluation, messageToJson, type JsonShortcut } from '@pennon/api';
import { isJsonObject, type Json } from '@pennon/domain';
import { BatchAnswer } from './batch-answer';
import { decodeRequest, hasSnakeCase } from './evaluation.shortcuts';
import { isText } from './plain-json';

/** JSON of the batch RPC. */
export const batchShortcut: JsonShortcut<
  typeof fliptEvaluation.BatchEvaluationRequestSchema,
  typeof fliptEvaluation.BatchEvaluationResponseSchema
> = {
  decode: decodeBatch,
  encode: (answer) =>
    answer instanceof BatchAnswer
      ? answer.json()
      : messageToJson(fliptEvaluation.BatchEvaluationResponseSchema, answer, false),
};

function decodeBatch(json: Json): fliptEvaluation.BatchEvaluationRequest | undefined {
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
