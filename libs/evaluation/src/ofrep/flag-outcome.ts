import { type fliptOfrep } from '@pennon/api';
import { type EvaluationResult } from '@pennon/snapshot';

/** What became of a flag: the result, or the entry that says why there is none. */
export type FlagOutcome = EvaluationResult | Failure;

interface Failure {
  readonly type: 'failure';
  readonly entry: fliptOfrep.EvaluatedFlag;
}
