import {
  type ComparisonType,
  type FlagOff,
  MICROS_PER_MILLISECOND,
  type Operator,
  type SegmentSelection,
  selectSegments,
} from '@pennon/domain';
import type { flipt, fliptOff, pennonChanges } from '@pennon/proto';
import {
  type Constraint,
  type Dated,
  type Flag,
  type FlagContents,
  type Namespace,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@/lib/model';

/** What arrives becomes what the dashboard works with, here and nowhere else: members that are absent are empty. */

export function namespaceOf(wire: flipt.NamespaceJson): Namespace {
  return { ...namedOf(wire), protected: wire.protected ?? false, ...datedOf(wire) };
}

/** A flag without its rules and rollouts. */
export function flagOf(wire: flipt.FlagJson): Flag {
  const { namespaceKey = '', enabled = false, off, defaultVariant, variants = [], metadata = {} } = wire;
  return {
    ...namedOf(wire),
    namespaceKey,
    type: wire.type === 'BOOLEAN_FLAG_TYPE' ? 'boolean' : 'variant',
    isEnabled: enabled,
    off: off === undefined ? false : offOf(off),
    variants: variants.map(variantOf),
    defaultVariantKey: defaultVariant?.key,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    ...datedOf(wire),
  };
}

/** A flag with its rules and rollouts, by rank. Shares of variants that are gone are left out. */
export function contentsOf({
  flag: wire = {},
  rules = [],
  rollouts = [],
}: pennonChanges.RowsJson): FlagContents {
  const flag = flagOf(wire);
  return { ...flag, rules: rules.map((rule) => ruleOf(rule, flag)), rollouts: rollouts.map(rolloutOf) };
}

function offOf({ by = '', at = '', reason = '' }: fliptOff.FlagOffJson): FlagOff {
  return { by, at: Date.parse(at) * MICROS_PER_MILLISECOND, reason };
}

function variantOf(wire: flipt.VariantJson): Variant {
  const { id = '', attachment = '' } = wire;
  return { id, ...namedOf(wire), attachment };
}

function ruleOf(wire: flipt.RuleJson, { variants }: Flag): Rule {
  const { id = '', distributions = [] } = wire;
  return {
    id,
    ...selectionOf(wire),
    distributions: distributions.flatMap(({ variantId, rollout = 0 }) => {
      const variant = variants.find((each) => each.id === variantId);
      return variant === undefined ? [] : [{ variantKey: variant.key, rolloutPercent: Number(rollout) }];
    }),
  };
}

function rolloutOf(wire: flipt.RolloutJson): Rollout {
  const { id = '', description = '', threshold, segment = {}, createdAt = '' } = wire;
  if (threshold !== undefined) {
    const { percentage = 0, value = false } = threshold;
    return { id, createdAt, description, step: { type: 'threshold', percent: Number(percentage), value } };
  }
  const { value = false } = segment;
  return { id, createdAt, description, step: { type: 'segment', ...selectionOf(segment), value } };
}

export function segmentOf(wire: flipt.SegmentJson): Segment {
  const { namespaceKey = '', matchType, constraints = [] } = wire;
  return {
    ...namedOf(wire),
    namespaceKey,
    matchType: matchType === 'ANY_MATCH_TYPE' ? 'any' : 'all',
    constraints: constraints.map(constraintOf),
    ...datedOf(wire),
  };
}

export function constraintOf(wire: flipt.ConstraintJson): Constraint {
  const { id = '', type, property = '', operator = '', value = '', description = '' } = wire;
  return {
    ...{ id, property, value, description },
    type: type === undefined ? 'string' : comparisonTypes[type],
    // A newer server may have operators that are unknown here: they are shown and compared like any other.
    operator: operator.toLowerCase() as Operator,
  };
}

const comparisonTypes: Readonly<Record<flipt.ComparisonTypeJson, ComparisonType>> = {
  UNKNOWN_COMPARISON_TYPE: 'string',
  STRING_COMPARISON_TYPE: 'string',
  NUMBER_COMPARISON_TYPE: 'number',
  BOOLEAN_COMPARISON_TYPE: 'boolean',
  DATETIME_COMPARISON_TYPE: 'datetime',
  ENTITY_ID_COMPARISON_TYPE: 'entityId',
};

/** One segment comes in `segmentKey`, several come in `segmentKeys`. */
function selectionOf({
  segmentKey = '',
  segmentKeys = [],
  segmentOperator,
}: Pick<flipt.RuleJson, 'segmentKey' | 'segmentKeys' | 'segmentOperator'>): SegmentSelection {
  const isOne = segmentKeys.length === 0 && segmentKey !== '';
  return selectSegments(
    isOne ? [segmentKey] : segmentKeys,
    segmentOperator === 'AND_SEGMENT_OPERATOR' ? 'and' : 'or',
  );
}

/** What all things have that people give names to. */
export function namedOf({ key = '', name = '', description = '' }: Named): Required<Named> {
  return { key, name, description };
}

interface Named {
  readonly key?: string;
  readonly name?: string;
  readonly description?: string;
}

function datedOf({ createdAt = '', updatedAt = '' }: Partial<Dated>): Dated {
  return { createdAt, updatedAt };
}
