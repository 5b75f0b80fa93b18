import { comparisonTypes, type ComparisonType, type Operator } from '@pennon/domain';
import { operatorsByType, operatorsWithoutValue, takesList } from '@pennon/state';
import { wholeNumber, type Random } from '../../support/random';
import { oddConstraints, type OddConstraint } from './odd-constraints';
import {
  type BooleanFlagPlan,
  type ConstraintPlan,
  type FlagPlan,
  type NamespacePlan,
  type RolloutPlan,
  type RulePlan,
  type SegmentPlan,
  type SelectionPlan,
  type VariantFlagPlan,
  type VariantPlan,
} from './plan';
import { chance, contextTypes, pick, pickSome, pools, properties, type ContextType } from './values';

const SEGMENTS = 24;
const VARIANT_FLAGS = 18;
const BOOLEAN_FLAGS = 8;

const matchTypes = ['ALL_MATCH_TYPE', 'ANY_MATCH_TYPE'] as const;

/** The management API refuses a datetime that is none. */
const storableMoments = pools.datetime.common.filter(
  (value) => /^\d{4}.*(?:Z|:00)$/.test(value) && !value.startsWith('2023-02-29'),
);

/** Shares that add up to 100 and that every engine counts alike. */
const wholeShares = [[100], [50, 50], [30, 70], [10, 30, 60], [0, 100], [25, 25, 25, 25], [12.5, 37.5, 50]];

/** Shares that do not add up to 100. */
const unevenShares = [[10, 20], [60, 60], [50], [0.05, 0.1], [33.3, 33.3, 33.3]];

/** Shares that add up to 100, with parts below a tenth of a percent. */
const fineShares = [
  [33.33, 33.33, 33.34],
  [24.99, 24.99, 24.99, 25.03],
  [12.59, 37.49, 49.92],
];

const attachments = [
  '',
  '{"hex": "#f60"}',
  '[1.0, 1E3, "\\u00e9"]',
  ' "text with  blanks" ',
  '{"a":1,"a":2}',
];

/** A namespace with flags of every shape that the management API lets one make. */
export function generateNamespace(random: Random, key: string): NamespacePlan {
  const segments = [
    ...numbered('segment', SEGMENTS).map((name) => generateSegment(random, name)),
    ...oddConstraints.map((odd, index) => generateOddSegment(random, `odd-${index}`, odd)),
  ];
  const segmentKeys = segments.map((segment) => segment.key);
  const flags: FlagPlan[] = [
    ...numbered(`${key}-variant`, VARIANT_FLAGS).map((name) =>
      generateVariantFlag(random, name, segmentKeys),
    ),
    ...numbered(`${key}-boolean`, BOOLEAN_FLAGS).map((name) =>
      generateBooleanFlag(random, name, segmentKeys),
    ),
  ];
  return { key, segments, flags };
}

function generateSegment(random: Random, key: string): SegmentPlan {
  const count = chance(random, 0.1) ? 0 : wholeNumber(random, 1, 3);
  const constraints = times(count, () => generateConstraint(random));
  return { key, matchType: pick(random, matchTypes), constraints };
}

/** Alone, or with a constraint like any other, so that often it decides. */
function generateOddSegment(random: Random, key: string, odd: OddConstraint): SegmentPlan {
  const others = chance(random, 0.5) ? [generateConstraint(random)] : [];
  return { key, matchType: pick(random, matchTypes), constraints: [odd(random), ...others] };
}

function generateConstraint(random: Random): ConstraintPlan {
  const type = pick(random, comparisonTypes);
  const operator = pick(random, operatorsByType[type]);
  const property = type === 'entityId' ? 'entityId' : pick(random, properties[propertyType(random, type)]);
  const value = operatorsWithoutValue.has(operator) ? '' : generateValue(random, type, operator);
  return { type, property, operator, value };
}

/** Now and then a property is compared as what it is not. */
function propertyType(random: Random, type: ContextType): ContextType {
  return chance(random, 0.1) ? pick(random, contextTypes) : type;
}

function generateValue(random: Random, type: ComparisonType, operator: Operator): string {
  if (type === 'datetime') return pick(random, storableMoments);
  if (!takesList(operator)) return pick(random, pools[type].common);
  const values = pickSome(random, pools[type].common, wholeNumber(random, 0, 4));
  return JSON.stringify(type === 'number' ? values.map(Number).filter(Number.isInteger) : values);
}

function generateVariantFlag(random: Random, key: string, segmentKeys: readonly string[]): VariantFlagPlan {
  const variants: readonly VariantPlan[] = numbered('v', 4).map((name) => ({
    key: name,
    attachment: pick(random, attachments),
  }));
  const variantKeys = variants.map((variant) => variant.key);
  return {
    type: 'VARIANT_FLAG_TYPE',
    key,
    enabled: chance(random, 0.9),
    variants,
    ...(chance(random, 0.5) && { defaultVariant: pick(random, variantKeys) }),
    rules: times(wholeNumber(random, 0, 4), () => generateRule(random, segmentKeys, variantKeys)),
  };
}

function generateRule(
  random: Random,
  segmentKeys: readonly string[],
  variantKeys: readonly string[],
): RulePlan {
  const rollouts = generateShares(random);
  const variants = pickSome(random, variantKeys, rollouts.length);
  return {
    ...generateSelection(random, segmentKeys),
    distributions: variants.map((variantKey, index) => ({ variantKey, rollout: rollouts[index] ?? 0 })),
  };
}

function generateShares(random: Random): readonly number[] {
  const kind = random();
  if (kind < 0.1) return pick(random, [[], [0]]);
  if (kind < 0.17) return pick(random, unevenShares);
  if (kind < 0.45) return pick(random, fineShares);
  return pick(random, wholeShares);
}

function generateBooleanFlag(random: Random, key: string, segmentKeys: readonly string[]): BooleanFlagPlan {
  const rollouts = times(wholeNumber(random, 0, 4), () => generateRollout(random, segmentKeys));
  return { type: 'BOOLEAN_FLAG_TYPE', key, enabled: chance(random, 0.5), rollouts };
}

function generateRollout(random: Random, segmentKeys: readonly string[]): RolloutPlan {
  const value = chance(random, 0.5);
  if (chance(random, 0.7)) return { segment: { ...generateSelection(random, segmentKeys), value } };
  return { threshold: { percentage: pick(random, [0, 0.5, 12, 12.5, 50, 99.5, 100]), value } };
}

function generateSelection(random: Random, segmentKeys: readonly string[]): SelectionPlan {
  return {
    segmentKeys: pickSome(random, segmentKeys, pick(random, [1, 1, 1, 2, 2, 3])),
    segmentOperator: pick(random, ['OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR'] as const),
  };
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

function times<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make);
}
