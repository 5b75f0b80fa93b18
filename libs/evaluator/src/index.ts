export { evaluateBoolean } from './evaluate-boolean';
export { evaluateVariant } from './evaluate-variant';
export { type EvaluationContext } from './evaluation-context';
export { explainBoolean } from './explain-boolean';
export { explainVariant } from './explain-variant';
export {
  type BooleanExplanation,
  type ConstraintExplanation,
  type Ending,
  type HashExplanation,
  type RolloutExplanation,
  type RuleExplanation,
  type SegmentExplanation,
  type SegmentRolloutExplanation,
  type SelectionExplanation,
  type ShareExplanation,
  type SplitExplanation,
  type StepOutcome,
  type ThresholdExplanation,
  type VariantExplanation,
  type Verdict,
} from './explanation';
export { KnownSegments } from './match-segments';
