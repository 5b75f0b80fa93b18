import { fliptEvaluation, messageToJson, type JsonShortcut } from '@pennon/api';
import { BatchAnswer } from './batch-answer';
import { decodeBatch } from './decode-request';
import { readAlikeItems } from './read-alike-items';

/** JSON of the batch RPC. */
export const batchShortcut: JsonShortcut<
  typeof fliptEvaluation.BatchEvaluationRequestSchema,
  typeof fliptEvaluation.BatchEvaluationResponseSchema
> = {
  read: readAlikeItems,
  decode: decodeBatch,
  encode: (answer) =>
    answer instanceof BatchAnswer
      ? answer.json()
      : messageToJson(fliptEvaluation.BatchEvaluationResponseSchema, answer, false),
  isAscii: (answer) => answer instanceof BatchAnswer && answer.isAscii,
};
