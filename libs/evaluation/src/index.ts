export { BatchLimit } from './batch-limit';
export { ClientSnapshotController } from './client-snapshot/client-snapshot.controller';
export { evaluationMethods } from './evaluation-methods';
export { EvaluationController } from './evaluation.controller';
export { LegacyEvaluationController } from './legacy-evaluation.controller';
export { OfrepController } from './ofrep/ofrep.controller';
export { OfrepDialect } from './ofrep/ofrep-dialect';
