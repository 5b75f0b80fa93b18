import { fliptEvaluation, messageToJson } from '@pennon/api';

const { BooleanEvaluationResponseSchema, EvaluationReason, VariantEvaluationResponseSchema } =
  fliptEvaluation;

/** An answer for scripts: what the RPC of the flag's type answers, as JSON text. */
export function answerToJson({ response }: fliptEvaluation.EvaluationResponse): string {
  switch (response.case) {
    case 'booleanResponse':
      return messageToJson(BooleanEvaluationResponseSchema, response.value, false);
    case 'variantResponse':
      return messageToJson(VariantEvaluationResponseSchema, response.value, false);
    default:
      throw new Error('the answer is of a type that this version does not know');
  }
}

/** An answer for people, in lines. */
export function answerToLines({ response }: fliptEvaluation.EvaluationResponse): readonly string[] {
  switch (response.case) {
    case 'booleanResponse': {
      const { flagKey, enabled, reason, segmentKeys } = response.value;
      return [`${flagKey}: ${enabled}`, ...why(reason, segmentKeys)];
    }
    case 'variantResponse': {
      const { flagKey, variantKey, variantAttachment, reason, segmentKeys } = response.value;
      return [
        `${flagKey}: ${variantKey === '' ? '(no variant)' : variantKey}`,
        ...why(reason, segmentKeys),
        ...(variantAttachment === '' ? [] : [`  attachment: ${variantAttachment}`]),
      ];
    }
    default:
      throw new Error('the answer is of a type that this version does not know');
  }
}

function why(reason: fliptEvaluation.EvaluationReason, segmentKeys: readonly string[]): readonly string[] {
  const word = EvaluationReason[reason]
    .replace(/_EVALUATION_REASON$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return [
    `  reason: ${word}`,
    ...(segmentKeys.length === 0 ? [] : [`  segments: ${segmentKeys.join(', ')}`]),
  ];
}
