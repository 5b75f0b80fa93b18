import type { flipt, fliptOff } from '@pennon/proto';
import {
  type Constraint,
  type Dated,
  type Distribution,
  type Flag,
  type FlagOff,
  type Namespace,
  type Rollout,
  type Rule,
  type Segment,
  type SegmentChoice,
  type Variant,
} from './types';

/** What arrives becomes what the dashboard works with, here and nowhere else: members that are absent are empty. */

export function namespaceOf(wire: flipt.NamespaceJson): Namespace {
  return { ...namedOf(wire), protected: wire.protected ?? false, ...datedOf(wire) };
}

export function flagOf(wire: flipt.FlagJson): Flag {
  const { namespaceKey = '', enabled = false, off, defaultVariant, variants = [], metadata = {} } = wire;
  return {
    ...namedOf(wire),
    namespaceKey,
    type: wire.type ?? 'VARIANT_FLAG_TYPE',
    enabled,
    off: off && offOf(off),
    variants: variants.map(variantOf),
    defaultVariant: defaultVariant && variantOf(defaultVariant),
    metadata,
    ...datedOf(wire),
  };
}

function offOf({ by = '', at = '', reason = '' }: fliptOff.FlagOffJson): FlagOff {
  return { by, at, reason };
}

function variantOf(wire: flipt.VariantJson): Variant {
  const { id = '', attachment = '' } = wire;
  return { id, ...namedOf(wire), attachment, ...datedOf(wire) };
}

export function ruleOf(wire: flipt.RuleJson): Rule {
  const { id = '', rank = 0, distributions = [] } = wire;
  return {
    ...{ id, rank },
    ...segmentChoiceOf(wire),
    distributions: distributions.map(distributionOf),
    ...datedOf(wire),
  };
}

function distributionOf(wire: flipt.DistributionJson): Distribution {
  const { id = '', variantId = '', rollout = 0 } = wire;
  return { id, variantId, rollout: Number(rollout), ...datedOf(wire) };
}

export function rolloutOf(wire: flipt.RolloutJson): Rollout {
  const { id = '', rank = 0, description = '', threshold, segment = {} } = wire;
  const common = { id, rank, description, ...datedOf(wire) };
  if (threshold !== undefined) {
    const { percentage = 0, value = false } = threshold;
    const type = 'THRESHOLD_ROLLOUT_TYPE';
    return { ...common, type, threshold: { percentage: Number(percentage), value } };
  }
  return {
    ...common,
    type: 'SEGMENT_ROLLOUT_TYPE',
    segment: { ...segmentChoiceOf(segment), value: segment.value ?? false },
  };
}

export function segmentOf(wire: flipt.SegmentJson): Segment {
  const { namespaceKey = '', matchType = 'ALL_MATCH_TYPE', constraints = [] } = wire;
  return {
    ...namedOf(wire),
    ...{ namespaceKey, matchType },
    constraints: constraints.map(constraintOf),
    ...datedOf(wire),
  };
}

export function constraintOf(wire: flipt.ConstraintJson): Constraint {
  const { id = '', type, property = '', operator = '', value = '', description = '' } = wire;
  return {
    ...{ id, property, value, description },
    type: type === undefined || type === 'UNKNOWN_COMPARISON_TYPE' ? 'STRING_COMPARISON_TYPE' : type,
    operator: operator.toLowerCase(),
    ...datedOf(wire),
  };
}

/** One segment comes in `segmentKey`, several come in `segmentKeys`. */
function segmentChoiceOf({
  segmentKey = '',
  segmentKeys = [],
  segmentOperator = 'OR_SEGMENT_OPERATOR',
}: Pick<flipt.RuleJson, 'segmentKey' | 'segmentKeys' | 'segmentOperator'>): SegmentChoice {
  const isOne = segmentKeys.length === 0 && segmentKey !== '';
  return { segmentKeys: isOne ? [segmentKey] : segmentKeys, segmentOperator };
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
