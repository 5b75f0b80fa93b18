import { type JsonShortcut, messageToJson } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { BatchAnswer } from './batch-answer';
import { answerText } from './evaluation-answers';
import { decodeBatch, decodeRequest, readAlikeItems } from './wire/decode-request';

/** JSON of the boolean RPC. */
export const booleanShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.BooleanEvaluationResponseSchema
> = { decode: decodeRequest, encode: answerText };

/** JSON of the variant RPC. */
export const variantShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof fliptEvaluation.VariantEvaluationResponseSchema
> = { decode: decodeRequest, encode: answerText };

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
