export { type AudienceFlag, type AudienceRollout, type AudienceRule } from './audience-flag';
export { assignedBuckets, effectivePercentage, effectiveShare, type Share } from './buckets';
export { forcedValue } from './forced-value';
export { impactOf, type Move } from './impact';
export {
  fallbackAnswer,
  outcomeOf,
  partsOf,
  ruleAnswers,
  thresholdAnswers,
  type Answer,
  type Outcome,
  type Part,
} from './outcome';
export { rolloutReach, ruleObstacles, type RolloutReach } from './reach';
export { reachOf, unknownSegments, type SegmentLookup } from './selection';
export { answerText, barTextOf, sentenceOf } from './sentence';
export { servedToEveryone } from './served-to-everyone';
export { isRoundingGap, withoutRoundingGap } from './split';
export { ruleImpactText, shareTotal, thresholdImpactText, type ShareTotal } from './totals';
