import { flipt, fliptEvaluation } from '@pennon/api';

/** The RPCs that evaluate flags: those worth the fast lane. */
export const evaluationMethods = [
  ...fliptEvaluation.EvaluationService.methods,
  flipt.Flipt.method.evaluate,
  flipt.Flipt.method.batchEvaluate,
];
