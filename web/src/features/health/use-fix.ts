import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { readFlag } from '@/api/flags';
import { segmentQuery } from '@/api/segments';
import { useNotify, usePlans } from '@/changes';
import { healthCopy as copy } from '@/copy/health';
import { withoutRoundingGap } from '@/lib/audience';
import { type HealthFinding } from '@/lib/health/health-finding';
import { isNeedless, planFlagState, rolloutPlans, rulePlans, planSegmentDelete, type Plan } from '@/lib/plan';

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
              const contents = await readFlag(client, namespaceKey, finding.flagKey);
              const rollout = contents.rollouts[finding.position - 1];
              return rollout && rolloutPlans.delete(contents, rollout);
            },
          }
        : {
            label: copy.fixes.rule,
            plan: async (client) => {
              const contents = await readFlag(client, namespaceKey, finding.flagKey);
              const rule = contents.rules[finding.position - 1];
              return rule && rulePlans.delete(contents, rule);
            },
          };
    case 'share-gap':
      return finding.isRounding
        ? {
            label: copy.fixes.rounding,
            plan: async (client) => {
              const contents = await readFlag(client, namespaceKey, finding.flagKey);
              const rule = contents.rules[finding.position - 1];
              if (rule === undefined) return undefined;
              const whole = withoutRoundingGap(
                rule.distributions.map(({ rolloutPercent }) => rolloutPercent),
              );
              const distributions = rule.distributions.map((share, row) => ({
                ...share,
                rolloutPercent: whole[row] ?? share.rolloutPercent,
              }));
              return rulePlans.update(contents, rule, { ...rule, distributions });
            },
          }
        : undefined;
    case 'leftovers':
      return {
        label: copy.fixes.variants,
        plan: async (client) => {
          const contents = await readFlag(client, namespaceKey, finding.flagKey);
          const title = copy.deleteVariants(finding.flagKey);
          return planFlagState(contents, { title }, (state) => ({
            ...state,
            variants: [],
            defaultVariantKey: undefined,
            rules: state.rules.map((rule) => ({ ...rule, distributions: [] })),
          }));
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
      if (plan === undefined || isNeedless(plan)) notify.info(copy.gone);
      else await plans.run(plan);
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason;
      notify.error(reason.message, reason);
    }
  };
}
