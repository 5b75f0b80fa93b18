import { type JsonShortcut, messageToJson } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { BatchAnswer } from './batch-answer';
import { BooleanAnswer, VariantAnswer } from './evaluation-answers';
import { decodeBatch, decodeRequest, readAlikeItems } from './wire/decode-request';

const { BooleanEvaluationResponseSchema, VariantEvaluationResponseSchema } = fliptEvaluation;

/** JSON of the boolean RPC. */
export const booleanShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof BooleanEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) =>
    answer instanceof BooleanAnswer
      ? answer.json()
      : messageToJson(BooleanEvaluationResponseSchema, answer, false),
  isAscii: (answer) => answer instanceof BooleanAnswer && answer.isAscii,
};

/** JSON of the variant RPC. */
export const variantShortcut: JsonShortcut<
  typeof fliptEvaluation.EvaluationRequestSchema,
  typeof VariantEvaluationResponseSchema
> = {
  decode: decodeRequest,
  encode: (answer) =>
    answer instanceof VariantAnswer
      ? answer.json()
      : messageToJson(VariantEvaluationResponseSchema, answer, false),
  isAscii: (answer) => answer instanceof VariantAnswer && answer.isAscii,
};

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
