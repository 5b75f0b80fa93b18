import { quote, type SegmentSelection } from '@pennon/domain';
import { type Finding } from './finding';
import { type KnownSegments } from '../audience/known-segments';
import { uselessRollouts, uselessRules } from './useless-steps';
import { sumOfPercents, type DistributionState, type FlagState } from '../flag-state';

/**
 * Errors and likely mistakes in a flag: first its default variant, then its rules, then its rollouts, then steps that
 * never decide. Empty when there are none.
 *
 * Rules of a boolean flag and rollouts of a variant flag are stored but never evaluated. Only their references and sums
 * are checked.
 */
export function checkFlag(flag: FlagState, segments: KnownSegments): readonly Finding[] {
  return [
    ...checkDefault(flag),
    ...flag.rules.flatMap((rule, index) => [
      ...checkSelection(flag, rule, `Rule ${index + 1}`, `rules[${index}]`, segments),
      ...checkDistributions(flag, rule.distributions, index),
    ]),
    ...flag.rollouts.flatMap(({ step }, index) =>
      step.type === 'threshold'
        ? []
        : checkSelection(flag, step, `Rollout ${index + 1}`, `rollouts[${index}].step`, segments),
    ),
    ...(flag.type === 'variant' ? uselessRules(flag, segments) : uselessRollouts(flag, segments)),
  ];
}

function checkDefault({ key, variants, defaultVariantKey }: FlagState): readonly Finding[] {
  if (defaultVariantKey === undefined || hasVariant(variants, defaultVariantKey)) return [];
  const message = `The default of flag ${quote(key)} is variant ${quote(defaultVariantKey)}, which does not exist.`;
  return [
    {
      severity: 'error',
      check: 'unknown_variant',
      kind: 'flag',
      key,
      path: 'defaultVariantKey',
      message,
    },
  ];
}

/** @param name `Rule 1` or `Rollout 1`. @param path Of the object with the selection. */
function checkSelection(
  { key }: FlagState,
  { segmentKeys }: SegmentSelection,
  name: string,
  path: string,
  segments: KnownSegments,
): readonly Finding[] {
  return segmentKeys.flatMap((segmentKey, index) => {
    if (segments.has(segmentKey)) return [];
    const message = `${name} of flag ${quote(key)} uses segment ${quote(segmentKey)}, which does not exist.`;
    return [
      {
        severity: 'error',
        check: 'unknown_segment',
        kind: 'flag',
        key,
        path: `${path}.segmentKeys[${index}]`,
        message,
      },
    ];
  });
}

function checkDistributions(
  { key, variants }: FlagState,
  distributions: readonly DistributionState[],
  ruleIndex: number,
): readonly Finding[] {
  const place = `${ruleIndex + 1} of flag ${quote(key)}`;
  const path = `rules[${ruleIndex}].distributions`;
  const findings = distributions.flatMap(({ variantKey }, index): readonly Finding[] => {
    if (hasVariant(variants, variantKey)) return [];
    const message = `Rule ${place} distributes variant ${quote(variantKey)}, which does not exist.`;
    return [
      {
        severity: 'error',
        check: 'unknown_variant',
        kind: 'flag',
        key,
        path: `${path}[${index}]`,
        message,
      },
    ];
  });
  const sum = sumOfPercents(distributions);
  if (distributions.length === 0 || sum === 100) return findings;
  const message = `The distributions of rule ${place} add up to ${sum}% instead of 100%.`;
  return [
    ...findings,
    sum > 100
      ? { severity: 'error', check: 'distributions_over', kind: 'flag', key, path, message }
      : { severity: 'warning', check: 'distributions_under', kind: 'flag', key, path, message },
  ];
}

function hasVariant(variants: FlagState['variants'], wanted: string): boolean {
  return variants.some(({ key }) => key === wanted);
}
