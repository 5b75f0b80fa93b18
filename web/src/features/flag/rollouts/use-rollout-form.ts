import { useQueryClient } from '@tanstack/react-query';
import { rolloutsQuery } from '@/api/rollouts';
import { type Rollout } from '@/api/types';
import { type StoredForm } from '@/changes/editing';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { planRolloutReplace, planRolloutUpdate } from '@/lib/plan';
import { useItemForm } from '../targeting/use-item-form';
import { type RolloutsScene } from './rollout-scene';
import {
  rolloutDraftOf,
  rolloutFields,
  rolloutProblems,
  rolloutTexts,
  type RolloutValues,
  rolloutValuesOf,
} from './rollout-values';

/** The form of a stored rollout; one of another kind takes its place. */
export function useRolloutForm(
  { flag }: RolloutsScene,
  rollout: Rollout,
  scope: 'page' | 'drawer',
): StoredForm<RolloutValues> {
  const client = useQueryClient();
  return useItemForm({
    item: rollout,
    read: () => client.query({ ...rolloutsQuery(flag.namespaceKey, flag.key), staleTime: 0 }),
    valuesOf: rolloutValuesOf,
    texts: rolloutTexts,
    labels: copy.labels,
    isValid: (values) => Object.keys(rolloutProblems(values)).length === 0,
    planOf: (rollouts, freshest, values) => {
      const planOf = values.kind === freshest.type ? planRolloutUpdate : planRolloutReplace;
      return planOf({ flag, rollouts }, freshest, rolloutDraftOf(values));
    },
    words: { success: copy.updated, action: copy.actions.update, gone: copy.gone },
    draft: {
      name: `flag/${flag.namespaceKey}/${flag.key}/rollout/${rollout.id}/${scope}`,
      fields: rolloutFields,
    },
    scope,
  });
}
