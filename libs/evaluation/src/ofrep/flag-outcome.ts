import { type fliptOfrep } from '@pennon/api';
import { type BooleanResult, type VariantResult } from '@pennon/evaluator';

/** What became of a flag; `type` tells which. */
export type FlagOutcome =
  | { readonly type: 'boolean'; readonly key: string; readonly result: BooleanResult }
  | { readonly type: 'variant'; readonly key: string; readonly result: VariantResult }
  | { readonly type: 'failure'; readonly entry: fliptOfrep.EvaluatedFlag };
