import { fliptEvaluation, messageToJson, type JsonShortcut } from '@pennon/api';
import { decodeRequest } from './decode-request';
import { BooleanAnswer, VariantAnswer } from './evaluation-answers';

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
