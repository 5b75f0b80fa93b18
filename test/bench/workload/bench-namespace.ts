import {
  DEFAULT_NAMESPACE_KEY,
  type Constraint,
  type Distribution,
  type Flag,
  type Rollout,
  type RolloutStep,
  type Rule,
  type Segment,
  type SegmentSelection,
  type Variant,
} from '@pennon/domain';
import { type NamespaceRows } from '@pennon/snapshot';
import { countries, plans } from './entities';
import { aFlag } from '@pennon/testing';

/** How many segments there are; the same for every size, so that sizes differ in nothing but flags. */
const SEGMENTS = 100;

/** Every tenth flag is boolean, the others are variant flags. */
const BOOLEAN_EVERY = 10;

/** Rules of a variant flag, unless other numbers are measured. */
export const USUAL_RULES = 3;

const namespaceKey = DEFAULT_NAMESPACE_KEY;

/** The rows do not change from run to run, so neither does the moment they were made: microseconds. */
const createdAt = Date.UTC(2025, 0, 1) * 1000;
const times = { createdAt, updatedAt: createdAt };

/** The keys of the flags of that type in a namespace of `flagCount` flags. */
export function flagKeys(type: Flag['type'], flagCount: number): readonly string[] {
  return indexes(flagCount)
    .filter((index) => typeOf(index) === type)
    .map(keyOf);
}

/**
 * The rows of a namespace with that many flags, always the same.
 *
 * A variant flag has three rules: one segment; two of them, both wanted; two of them, either wanted; or these again and
 * again. A boolean flag has two rollouts by segment and one by threshold.
 */
export function benchNamespace(flagCount: number, rulesPerFlag = USUAL_RULES): NamespaceRows {
  const flags = indexes(flagCount);
  const variantFlags = flags.filter((index) => typeOf(index) === 'variant');
  const booleanFlags = flags.filter((index) => typeOf(index) === 'boolean');
  return {
    namespace: { key: namespaceKey, revision: 1 },
    flags: flags.map(flagOf),
    variants: variantFlags.flatMap(variantsOf),
    segments: indexes(SEGMENTS).map(segmentOf),
    constraints: indexes(SEGMENTS).flatMap(constraintsOf),
    rules: variantFlags.flatMap((index) => rulesOf(index, rulesPerFlag)),
    distributions: variantFlags.flatMap((index) => distributionsOf(index, rulesPerFlag)),
    rollouts: booleanFlags.flatMap(rolloutsOf),
  };
}

function indexes(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function typeOf(index: number): Flag['type'] {
  return index % BOOLEAN_EVERY === BOOLEAN_EVERY - 1 ? 'boolean' : 'variant';
}

function keyOf(index: number): string {
  return `checkout-experiment-${index}`;
}

function flagOf(index: number): Flag {
  return aFlag(keyOf(index), {
    namespaceKey,
    name: `Checkout experiment ${index}`,
    description: 'A flag of the benchmark',
    type: typeOf(index),
    ...times,
  });
}

function variantsOf(index: number): readonly Variant[] {
  return ['blue', 'green'].map((key) => ({
    id: `${index}-${key}`,
    namespaceKey,
    flagKey: keyOf(index),
    key,
    name: key,
    description: '',
    attachment: `{"colour":"${key}","columns":${index % 5}}`,
    ...times,
  }));
}

function segmentKey(index: number): string {
  return `segment-${index % SEGMENTS}`;
}

function segmentOf(index: number): Segment {
  return {
    namespaceKey,
    key: segmentKey(index),
    name: `Segment ${index}`,
    description: '',
    matchType: index % 3 === 2 ? 'any' : 'all',
    ...times,
  };
}

/** Two constraints; between them the segments compare texts, lists, numbers and booleans. */
function constraintsOf(index: number): readonly Constraint[] {
  const wanted = [0, 3, 6].map((step) => countries[(index + step) % countries.length]);
  const pairs = [
    [
      { type: 'string', property: 'country', operator: 'isoneof', value: JSON.stringify(wanted) },
      { type: 'number', property: 'age', operator: 'gte', value: `${20 + (index % 30)}` },
    ],
    [
      { type: 'string', property: 'plan', operator: 'neq', value: plans[index % plans.length] ?? '' },
      { type: 'boolean', property: 'beta', operator: 'true', value: '' },
    ],
    [
      { type: 'string', property: 'email', operator: 'suffix', value: `@team-${index % 4}.example` },
      { type: 'string', property: 'version', operator: 'prefix', value: `${1 + (index % 4)}.` },
    ],
  ] as const;
  return (pairs[index % pairs.length] ?? []).map((comparison, position) => ({
    ...comparison,
    id: `${index}-${position}`,
    namespaceKey,
    segmentKey: segmentKey(index),
    description: '',
    ...times,
  }));
}

/** Five segments of its own for each flag, as far as there are. */
function selectionsOf(index: number): readonly [SegmentSelection, SegmentSelection, SegmentSelection] {
  const [one, two, three, four, five] = [0, 1, 2, 3, 4].map((offset) => segmentKey(index * 5 + offset));
  return [
    { segmentKeys: [one ?? ''], segmentOperator: 'or' },
    { segmentKeys: [two ?? '', three ?? ''], segmentOperator: 'and' },
    { segmentKeys: [four ?? '', five ?? ''], segmentOperator: 'or' },
  ];
}

function rulesOf(index: number, count: number): readonly Rule[] {
  const selections = selectionsOf(index);
  return indexes(count).map((position) => ({
    ...(selections[position % selections.length] ?? selections[0]),
    id: `${index}-${position}`,
    namespaceKey,
    flagKey: keyOf(index),
    rank: position + 1,
    ...times,
  }));
}

function distributionsOf(index: number, rules: number): readonly Distribution[] {
  const shares = [{ blue: 50, green: 50 }, { blue: 30, green: 70 }, { blue: 100 }];
  return indexes(rules).flatMap((rule) =>
    Object.entries(shares[rule % shares.length] ?? {}).map(([variant, rolloutPercent]) => ({
      id: `${index}-${rule}-${variant}`,
      ruleId: `${index}-${rule}`,
      variantId: `${index}-${variant}`,
      rolloutPercent,
      ...times,
    })),
  );
}

function rolloutsOf(index: number): readonly Rollout[] {
  const [first, second] = selectionsOf(index);
  const steps: readonly RolloutStep[] = [
    { type: 'segment', ...first, value: true },
    { type: 'segment', ...second, value: false },
    { type: 'threshold', percent: 50, value: true },
  ];
  return steps.map((step, position) => ({
    id: `${index}-${position}`,
    namespaceKey,
    flagKey: keyOf(index),
    rank: position + 1,
    description: '',
    step,
    ...times,
  }));
}
