export { BatchLimit } from './batch-limit';
export { evaluationMethods } from './evaluation-methods';
export { EvaluationController } from './evaluation.controller';
export { LegacyEvaluationController } from './legacy-evaluation.controller';
