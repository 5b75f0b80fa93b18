import { type DescService } from '@bufbuild/protobuf';
import { fliptEvaluation, fliptOfrep } from '@pennon/api';

/** The services whose every RPC evaluates flags, or lets clients do it. */
export const evaluationServices: readonly DescService[] = [
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
  fliptOfrep.OFREPService,
];
