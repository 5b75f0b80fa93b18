export { evaluateItem, presentItem } from './evaluate-item';
export { evaluationMethods } from './evaluation-methods';
export { evaluationServices } from './evaluation-services';
export { EvaluationModule } from './evaluation.module';
export { FlagEvaluator } from './flag-evaluator';
export { startStopwatch } from './stopwatch';
