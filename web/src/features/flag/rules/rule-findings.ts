import { VARIANT_BUCKETS } from '@pennon/domain';
import { type Rule } from '@/api/types';
import { rulesCopy } from '@/copy/rules';
import { assignedBuckets, isRoundingGap, ruleObstacles } from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { type StepProps } from '../targeting/step-kind';

const copy = rulesCopy.findings;

/** What of a stored rule does not do what its author meant, in words. */
export function ruleFindings({ scene, step, index }: StepProps<Rule>): readonly string[] {
  const { flag, steps, segments } = scene;
  const obstacle = ruleObstacles(steps, segments)[index];
  const { distributions } = step;
  const assigned = assignedBuckets(distributions);
  const rollouts = distributions.map(({ rollout }) => rollout);
  const gap = formatPercent(((VARIANT_BUCKETS - assigned) * 100) / VARIANT_BUCKETS);
  const isGap = distributions.length > 0 && assigned < VARIANT_BUCKETS;
  const isMissing = distributions.some(({ variantId }) => !flag.variants.some(({ id }) => id === variantId));
  return [
    ...(obstacle === 'missing' ? [copy.missing] : []),
    ...(obstacle === 'unreachable' ? [copy.unreachable] : []),
    ...(assigned === 0 && flag.defaultVariant === undefined ? [copy.noVariant] : []),
    ...(isGap && assigned > 0 ? [isRoundingGap(rollouts) ? copy.rounding(gap) : copy.gap(gap)] : []),
    ...(isMissing ? [copy.variantMissing] : []),
  ];
}
