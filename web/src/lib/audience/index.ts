export { impactOf, type Move } from './impact';
export { answerText, barTextOf, sentenceOf } from './sentence';
export { effectiveShare, isRoundingGap, withoutRoundingGap } from './split';
export { ruleImpactText, shareTotal, thresholdImpactText, type ShareTotal } from './totals';
