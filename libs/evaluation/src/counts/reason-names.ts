import { type fliptEvaluation } from '@pennon/api';
import { type VariantReason } from '@pennon/snapshot';

/** The reasons by the names of the API. Those of variant flags are all there are. */
export const reasonNames: Readonly<Record<VariantReason, keyof typeof fliptEvaluation.EvaluationReason>> = {
  match: 'MATCH_EVALUATION_REASON',
  default: 'DEFAULT_EVALUATION_REASON',
  'flag-disabled': 'FLAG_DISABLED_EVALUATION_REASON',
  unknown: 'UNKNOWN_EVALUATION_REASON',
};
