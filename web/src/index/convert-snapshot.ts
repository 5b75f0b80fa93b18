import { type ComparisonType, type SegmentOperator } from '@pennon/domain';
import {
  SNAPSHOT_FORMAT_VERSION,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantDocument,
} from '@pennon/snapshot';
import {
  type WireFlag,
  type WireRollout,
  type WireRule,
  type WireSegment,
  type WireSnapshot,
} from './wire-snapshot';

/**
 * The document that the evaluator compiles, from the client-side snapshot of a server. Its revision is 0: the ETag
 * tells snapshots apart.
 */
export function convertSnapshot({ namespace, flags }: WireSnapshot): SnapshotDocument {
  const segments = new Map<string, SegmentDocument>();
  const keep = (segment: WireSegment): string => {
    if (!segments.has(segment.key)) segments.set(segment.key, convertSegment(segment));
    return segment.key;
  };
  const converted = flags.map((flag) => convertFlag(flag, keep));
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: namespace.key,
    revision: 0,
    segments: [...segments.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1)),
    flags: converted,
  };
}

const comparisonTypes: Readonly<Record<string, ComparisonType>> = {
  STRING_CONSTRAINT_COMPARISON_TYPE: 'string',
  NUMBER_CONSTRAINT_COMPARISON_TYPE: 'number',
  BOOLEAN_CONSTRAINT_COMPARISON_TYPE: 'boolean',
  DATETIME_CONSTRAINT_COMPARISON_TYPE: 'datetime',
  ENTITY_ID_CONSTRAINT_COMPARISON_TYPE: 'entityId',
};

/** An operator that no type knows: a constraint of an unknown type never matches. */
const NEVER = 'unknown';

function convertSegment({ key, matchType, constraints }: WireSegment): SegmentDocument {
  return {
    key,
    matchType: matchType === 'ALL_SEGMENT_MATCH_TYPE' ? 'all' : 'any',
    constraints: constraints.map(({ type, operator, ...rest }) => {
      const known = comparisonTypes[type];
      return { ...rest, type: known ?? 'string', operator: known === undefined ? NEVER : operator };
    }),
  };
}

function convertFlag(flag: WireFlag, keep: (segment: WireSegment) => string): FlagDocument {
  const { key, name, description, enabled } = flag;
  const contents = {
    key,
    name,
    description,
    isEnabled: enabled,
    createdAt: instantOf(flag.createdAt),
    updatedAt: instantOf(flag.updatedAt),
  };
  if (flag.type === 'BOOLEAN_FLAG_TYPE') {
    const rollouts = flag.rollouts.flatMap((rollout, index) => convertRollout(rollout, index + 1, keep));
    return { ...contents, type: 'boolean', variants: [], rollouts };
  }
  return {
    ...contents,
    type: 'variant',
    variants: variantsOf(flag),
    defaultVariantId: flag.defaultVariant?.id,
    rules: onceEach(flag.rules).map((rule, index) => convertRule(rule, index + 1, keep)),
  };
}

/** The variants that a flag can answer with: the others are not in a snapshot. */
function variantsOf({ rules, defaultVariant }: WireFlag): readonly VariantDocument[] {
  const variants = new Map<string, VariantDocument>();
  if (defaultVariant) variants.set(defaultVariant.id, defaultVariant);
  for (const { variantId, variantKey, variantAttachment } of rules.flatMap((rule) => rule.distributions)) {
    variants.set(variantId, { id: variantId, key: variantKey, attachment: variantAttachment });
  }
  return [...variants.values()];
}

/** Flipt v1 repeats a rule for every segment it has: each is kept once. */
function onceEach(rules: readonly WireRule[]): readonly WireRule[] {
  return [...new Map(rules.toReversed().map((rule) => [rule.id, rule])).values()].toReversed();
}

function convertRule(rule: WireRule, rank: number, keep: (segment: WireSegment) => string): RuleDocument {
  return {
    id: rule.id,
    rank,
    segmentKeys: rule.segments.map(keep),
    segmentOperator: operatorOf(rule.segmentOperator),
    distributions: distributionsOf(rule),
  };
}

/** Flipt v1 also repeats the shares of a rule for every segment: the first n/k of them are the rule's own. */
function distributionsOf({ id, segments, distributions }: WireRule): readonly DistributionDocument[] {
  const count = distributions.length / segments.length;
  const isRepeated =
    segments.length > 1 &&
    Number.isInteger(count) &&
    distributions.every(
      ({ variantId, rollout }, index) =>
        distributions[index % count]?.variantId === variantId &&
        distributions[index % count]?.rollout === rollout,
    );
  return (isRepeated ? distributions.slice(0, count) : distributions).map(
    ({ variantId, rollout }, index) => ({
      id: `${id}-${index + 1}`,
      variantId,
      rolloutPercent: rollout,
    }),
  );
}

function convertRollout(
  { threshold, segment }: WireRollout,
  rank: number,
  keep: (segment: WireSegment) => string,
): readonly RolloutDocument[] {
  const id = String(rank);
  if (threshold) {
    const { percentage, value } = threshold;
    return [{ id, rank, step: { type: 'threshold', percent: percentage, value } }];
  }
  if (!segment) return [];
  const { value, segments, segmentOperator } = segment;
  const segmentKeys = segments.map(keep);
  return [
    { id, rank, step: { type: 'segment', segmentKeys, segmentOperator: operatorOf(segmentOperator), value } },
  ];
}

function operatorOf(wire: string): SegmentOperator {
  return wire === 'AND_SEGMENT_OPERATOR' ? 'and' : 'or';
}

/** Microseconds since 1970 of an RFC 3339 text, to the millisecond; 0 for none. */
function instantOf(text: string): number {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? 0 : milliseconds * 1000;
}
