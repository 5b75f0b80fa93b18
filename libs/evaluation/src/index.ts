export { evaluateItem } from './evaluate-item';
export { evaluationMethods } from './evaluation-methods';
export { evaluationServices } from './evaluation-services';
export { EvaluationModule } from './evaluation.module';
export { startStopwatch } from './stopwatch';
