import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSettled, type RunOptions, useNotify, usePlans, shownFlag } from '@/changes';
import { type Flag } from '@/lib/model';
import { type BasedFlag, type Plan } from '@/lib/plan';
import type * as library from '@/lib/plan';

/** What makes plans; loaded with the first save. */
export type PlanLibrary = typeof library;

interface FlagPlan {
  /** True when it was saved, or waits for review. */
  readonly run: (
    planOf: (shown: BasedFlag, library: PlanLibrary) => Plan,
    options: RunOptions,
  ) => Promise<boolean>;
  readonly isSaving: boolean;
}

/** Changes a flag from the state that the page shows. */
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
        const [shown, loaded] = await Promise.all([
          shownFlag(client, namespaceKey, key),
          import('@/lib/plan'),
        ]);
        return isSettled(await plans.run(planOf(shown, loaded), options));
      } catch (error) {
        if (error instanceof Error) notify.error(error.message, error);
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}
