import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/api';

/** The RPCs that evaluate flags, or let clients do it: those worth the fast lane. */
export const evaluationMethods = [
  ...fliptEvaluation.EvaluationService.methods,
  ...fliptEvaluation.DataService.methods,
  flipt.Flipt.method.evaluate,
  flipt.Flipt.method.batchEvaluate,
  fliptOfrep.OFREPService.method.evaluateFlag,
  fliptOfrep.OFREPService.method.evaluateBulk,
];
