import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { rolloutsQuery } from '@/api/rollouts';
import { rulesQuery } from '@/api/rules';
import { segmentQuery } from '@/api/segments';
import { useNotify, usePlans } from '@/changes';
import { healthCopy as copy } from '@/copy/health';
import { withoutRoundingGap } from '@/lib/audience';
import { type HealthFinding } from '@/lib/health/health-finding';
import {
  joinPlans,
  planRolloutDelete,
  planRuleDelete,
  planRuleUpdate,
  planSegmentDelete,
  planVariantDelete,
  type Plan,
} from '@/lib/plan';

/** A repair that changes nobody's answer, or gives what was meant: safe for one press. */
export interface Fix {
  readonly label: string;
  /** Undefined when there is nothing to repair any more. */
  readonly plan: (client: QueryClient) => Promise<Plan | undefined>;
}

/** The safe repair of a finding, where there is one. */
export function fixOf(namespaceKey: string, finding: HealthFinding, isBoolean: boolean): Fix | undefined {
  const fresh = { staleTime: 0 };
  switch (finding.kind) {
    case 'unreachable':
    case 'missing-segment':
      return isBoolean
        ? {
            label: copy.fixes.rollout,
            plan: async (client) => {
              const flag = await client.query({ ...flagQuery(namespaceKey, finding.flagKey), ...fresh });
              const rollouts = await client.query({
                ...rolloutsQuery(namespaceKey, finding.flagKey),
                ...fresh,
              });
              const rollout = rollouts[finding.position - 1];
              return rollout && planRolloutDelete({ flag, rollouts }, rollout);
            },
          }
        : {
            label: copy.fixes.rule,
            plan: async (client) => {
              const flag = await client.query({ ...flagQuery(namespaceKey, finding.flagKey), ...fresh });
              const rules = await client.query({ ...rulesQuery(namespaceKey, finding.flagKey), ...fresh });
              const rule = rules[finding.position - 1];
              return rule && planRuleDelete({ flag, rules }, rule);
            },
          };
    case 'share-gap':
      return finding.isRounding
        ? {
            label: copy.fixes.rounding,
            plan: async (client) => {
              const flag = await client.query({ ...flagQuery(namespaceKey, finding.flagKey), ...fresh });
              const rules = await client.query({ ...rulesQuery(namespaceKey, finding.flagKey), ...fresh });
              const rule = rules[finding.position - 1];
              if (rule === undefined) return undefined;
              const whole = withoutRoundingGap(rule.distributions.map(({ rollout }) => rollout));
              const shares = rule.distributions.map(({ id, variantId, rollout }, row) => ({
                id,
                variantId,
                rollout: whole[row] ?? rollout,
              }));
              return planRuleUpdate({ flag, rules }, rule, { ...rule, shares });
            },
          }
        : undefined;
    case 'leftovers':
      return {
        label: copy.fixes.variants,
        plan: async (client) => {
          const flag = await client.query({ ...flagQuery(namespaceKey, finding.flagKey), ...fresh });
          const frame = { title: copy.deleteVariants(flag.key), namespaceKey };
          return joinPlans(
            frame,
            flag.variants.map((variant) => planVariantDelete(flag, [], variant)),
          );
        },
      };
    case 'unused':
      return {
        label: copy.fixes.segment,
        plan: async (client) =>
          planSegmentDelete(
            await client.query({ ...segmentQuery(namespaceKey, finding.segmentKey), ...fresh }),
          ),
      };
    default:
      return undefined;
  }
}

/** Reads what is there now, and repairs that. */
export function useFix(): (fix: Fix) => Promise<void> {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  return async ({ plan: planOf }) => {
    try {
      const plan = await planOf(client);
      if (plan === undefined || plan.steps.length === 0) notify.info(copy.gone);
      else await plans.run(plan);
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason;
      notify.error(reason.message, reason);
    }
  };
}
