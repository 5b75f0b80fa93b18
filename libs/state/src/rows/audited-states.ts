import {
  timestampText,
  type AuditedState,
  type Constraint,
  type Distribution,
  type Flag,
  type FlagWithVariants,
  type JsonObject,
  type Namespace,
  type Ranked,
  type Rollout,
  type RolloutStep,
  type Rule,
  type RuleWithDistributions,
  type Segment,
  type SegmentWithConstraints,
  type Variant,
} from '@pennon/domain';
import { flagValueParts } from '../parts/flag-parts';
import { membersOf } from '../parts/part';

/** A namespace in an event. */
export function namespaceState({ key, name, description, isProtected }: Namespace): AuditedState {
  const image = { key, name, description, protected: isProtected };
  return { type: 'namespace', key, namespaceKey: key, image };
}

/**
 * A flag in an event. Beside what Flipt shows it has `type` and `metadata`, without which nobody could bring it back.
 */
export function flagState(flag: Flag | FlagWithVariants): AuditedState {
  const { namespaceKey, key, off, defaultVariantId } = flag;
  const { name, description, type, isEnabled, metadata, ...others } = membersOf(flagValueParts, flag);
  const variants = 'variants' in flag ? flag.variants : [];
  const defaultVariant = variants.find(({ id }) => id === defaultVariantId);
  return {
    type: 'flag',
    key,
    namespaceKey,
    flagKey: key,
    image: {
      ...{ key, name, description, enabled: isEnabled, namespace_key: namespaceKey, type },
      ...(defaultVariant && { default_variant: defaultVariant.key }),
      ...(off && { off: { ...off, at: timestampText(off.at) } }),
      ...(metadata && { metadata }),
      ...others,
    },
  };
}

/** A variant in an event. */
export function variantState(variant: Variant): AuditedState {
  const { id, namespaceKey, flagKey, key, name, description, attachment } = variant;
  return {
    type: 'variant',
    key,
    namespaceKey,
    flagKey,
    image: { id, flag_key: flagKey, key, name, description, attachment, namespace_key: namespaceKey },
  };
}

/** Says the order of the steps of a flag, which come by rank. */
type OrderState = (steps: readonly Ranked[]) => AuditedState;

/**
 * The order of a flag's rules or rollouts in an event, which is about no one of them: its key is that of the flag.
 * Beside the ids, as in Flipt, it has their ranks, which may be all that has changed.
 */
export function orderState(type: 'rule' | 'rollout', namespaceKey: string, flagKey: string): OrderState {
  return (steps) => {
    const ids = { [`${type}_ids`]: steps.map(({ id }) => id) };
    const ranks = steps.map(({ rank }) => rank);
    const image = { flag_key: flagKey, namespace_key: namespaceKey, ...ids, ranks };
    return { type, key: flagKey, namespaceKey, flagKey, image };
  };
}

/** A rule in an event. */
export function ruleState(rule: Rule | RuleWithDistributions): AuditedState {
  const { id, namespaceKey, flagKey, rank, segmentKeys, segmentOperator } = rule;
  const distributions = 'distributions' in rule ? rule.distributions.map(distributionImage) : [];
  return {
    type: 'rule',
    key: id,
    namespaceKey,
    flagKey,
    image: {
      ...{ id, flag_key: flagKey, segment_key: segmentKeys.join(','), distributions, rank },
      namespace_key: namespaceKey,
      ...(segmentKeys.length > 1 && { segment_operator: segmentOperator }),
    },
  };
}

/** Where a distribution belongs. */
export interface DistributionPlace {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

/** A distribution in an event; namespace and flag stand beside it. */
export function distributionState(distribution: Distribution, place: DistributionPlace): AuditedState {
  return {
    type: 'distribution',
    key: distribution.id,
    ...place,
    image: distributionImage(distribution),
  };
}

function distributionImage({ id, ruleId, variantId, rolloutPercent }: Distribution): JsonObject {
  return { id, rule_id: ruleId, variant_id: variantId, rollout: rolloutPercent };
}

/** A rollout in an event. */
export function rolloutState(rollout: Rollout): AuditedState {
  const { id, namespaceKey, flagKey, rank, description, step } = rollout;
  return {
    type: 'rollout',
    key: id,
    namespaceKey,
    flagKey,
    image: { namespace_key: namespaceKey, flag_key: flagKey, rank, description, ...stepImage(step), id },
  };
}

function stepImage(step: RolloutStep): JsonObject {
  const { value } = step;
  if (step.type === 'threshold') return { threshold: { percentage: step.percent, value } };
  return { segment: { key: step.segmentKeys.join(','), value, operator: step.segmentOperator } };
}

/** A segment in an event. */
export function segmentState(segment: Segment | SegmentWithConstraints): AuditedState {
  const { namespaceKey, key, name, description, matchType } = segment;
  const constraints = 'constraints' in segment ? segment.constraints.map(constraintImage) : [];
  return {
    type: 'segment',
    key,
    namespaceKey,
    segmentKey: key,
    image: { key, name, description, constraints, match_type: matchType, namespace_key: namespaceKey },
  };
}

/** A constraint in an event; its description is ours. */
export function constraintState(constraint: Constraint): AuditedState {
  const { id, namespaceKey, segmentKey } = constraint;
  return { type: 'constraint', key: id, namespaceKey, segmentKey, image: constraintImage(constraint) };
}

function constraintImage(constraint: Constraint): JsonObject {
  const { id, namespaceKey, segmentKey, type, property, operator, value, description } = constraint;
  return {
    ...{ id, segment_key: segmentKey, type, property, operator, value, description },
    namespace_key: namespaceKey,
  };
}
