import { DEFAULT_NAMESPACE_KEY, type Distribution, type Rule } from '@pennon/domain';
import { someTimes } from './moments';

/** A rule of rank 1 for one segment, `everyone`. */
export function aRule(flagKey: string, id: string, changes: Partial<Rule> = {}): Rule {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    rank: 1,
    segmentKeys: ['everyone'],
    segmentOperator: 'or',
    ...someTimes,
    ...changes,
  };
}

/** A distribution that gives everything to one variant, with its namespace, as a store takes it. */
export function aDistribution(
  ruleId: string,
  variantId: string,
  changes: Partial<Distribution & { namespaceKey: string }> = {},
): Distribution & { namespaceKey: string } {
  return {
    id: `${ruleId}-${variantId}`,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    ruleId,
    variantId,
    rolloutPercent: 100,
    ...someTimes,
    ...changes,
  };
}
