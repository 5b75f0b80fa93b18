import { create } from '@bufbuild/protobuf';
import { flipt, nextPageToken, timestampOf } from '@pennon/api';
import { type Distribution, type Page, type RuleWithDistributions } from '@pennon/domain';
import { presentSelection } from '../segments/segment-selection';

/** A distribution on the wire. */
export function presentDistribution(distribution: Distribution): flipt.Distribution {
  const { id, ruleId, variantId, rolloutPercent, createdAt, updatedAt } = distribution;
  return create(flipt.DistributionSchema, {
    id,
    ruleId,
    variantId,
    rollout: rolloutPercent,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
  });
}

/** A rule on the wire. */
export function presentRule(rule: RuleWithDistributions): flipt.Rule {
  const { id, flagKey, distributions, rank, createdAt, updatedAt, namespaceKey } = rule;
  return create(flipt.RuleSchema, {
    id,
    flagKey,
    distributions: distributions.map(presentDistribution),
    rank,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    namespaceKey,
    ...presentSelection(rule),
  });
}

/** A page of rules on the wire. */
export function presentRules({ items, totalCount, next }: Page<RuleWithDistributions>): flipt.RuleList {
  return create(flipt.RuleListSchema, {
    rules: items.map(presentRule),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}
