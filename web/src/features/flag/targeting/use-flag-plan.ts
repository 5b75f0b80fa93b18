import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flagQuery } from '@/api/flags';
import { type Flag } from '@/api/types';
import { type RunOptions, useNotify, usePlans } from '@/changes';
import { type Plan } from '@/lib/plan';

interface FlagPlan {
  /** True when it was saved. */
  readonly run: (planOf: (freshest: Flag) => Plan, options: RunOptions) => Promise<boolean>;
  readonly isSaving: boolean;
}

/** Changes a flag from its freshest state: an update writes all of it. */
export function useFlagPlan({ namespaceKey, key }: Flag): FlagPlan {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const [isSaving, setSaving] = useState(false);
  return {
    isSaving,
    run: async (planOf, options) => {
      setSaving(true);
      try {
        const freshest = await client.query({ ...flagQuery(namespaceKey, key), staleTime: 0 });
        const outcome = await plans.run(planOf(freshest), options);
        return outcome !== 'cancelled' && outcome.failure === undefined;
      } catch (error) {
        if (error instanceof Error) notify.error(error.message, error);
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}
