export { thresholdBucket, variantBucket } from './bucket';
export { evaluateBoolean, type BooleanResult } from './evaluate-boolean';
export { evaluateVariant, type VariantResult } from './evaluate-variant';
export { type EvaluationContext } from './evaluation-context';
export { type BooleanReason, type VariantReason } from './reason';
