export { evaluateItem, presentItem } from './evaluate-item';
export { BooleanAnswer, VariantAnswer } from './evaluation-answers';
export { evaluationServices } from './evaluation-services';
export { idOf } from './request-id';
export { EvaluationModule } from './evaluation.module';
export { flagNotFound } from './find-flag';
export { FlagEvaluator } from './flag-evaluator';
export { FreshSnapshots } from './fresh-snapshots';
export { startStopwatch, type Timing } from './stopwatch';
