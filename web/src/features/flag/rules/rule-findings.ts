import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets, knownSegments, ruleObstacles } from '@pennon/state';
import { rulesCopy } from '@/copy/rules';
import { isRoundingGap } from '@/lib/audience';
import { type Rule } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { type StepProps } from '../targeting/step-kind';

const copy = rulesCopy.findings;

/** What of a rule does not do what its author means, in words. */
export function ruleFindings({ scene, step, index }: StepProps<Rule>): readonly string[] {
  const { flag, steps, segments } = scene;
  const obstacle = ruleObstacles(steps, knownSegments(segments.values()))[index];
  const { distributions } = step;
  const percents = distributions.map(({ rolloutPercent }) => rolloutPercent);
  const assigned = assignedBuckets(percents);
  const gap = formatPercent(((VARIANT_BUCKETS - assigned) * 100) / VARIANT_BUCKETS);
  const isGap = distributions.length > 0 && assigned < VARIANT_BUCKETS;
  return [
    ...(obstacle === 'missing' ? [copy.missing] : []),
    ...(obstacle === 'unreachable' ? [copy.unreachable] : []),
    ...(assigned === 0 && flag.defaultVariantKey === undefined ? [copy.noVariant] : []),
    ...(isGap && assigned > 0 ? [isRoundingGap(percents) ? copy.rounding(gap) : copy.gap(gap)] : []),
  ];
}
