import {
  type AuditedState,
  type Distribution,
  type JsonObject,
  type Rule,
  type RuleWithDistributions,
} from '@pennon/domain';
import { orderState } from './order-state';

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

/** The order of a flag's rules in an event. @param ruleIds From the first rank on. */
export function ruleOrderState(
  namespaceKey: string,
  flagKey: string,
  ruleIds: readonly string[],
): AuditedState {
  return orderState('rule', namespaceKey, flagKey, { rule_ids: ruleIds });
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
