export { evaluateItem, presentItem } from './evaluate-item';
export { presentBoolean, presentVariant } from './evaluation-answers';
export { evaluationServices, EvaluationModule } from './evaluation.module';
export { idOf, startStopwatch, type Timing } from './call-details';
export { flagNotFound } from './find-flag';
export { FlagEvaluator } from './evaluating/flag-evaluator';
export { FreshSnapshots } from './evaluating/fresh-snapshots';
