import { type RolloutState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Rollout } from '../model';
import { type RolloutDraft } from './drafts';
import { rolloutState } from './flag-state';
import { stepPlans } from './step-plans';

/** Plans for the rollouts of a flag. */
export const rolloutPlans = stepPlans<Rollout, RolloutDraft, RolloutState>({
  stepsOf: ({ rollouts }) => rollouts,
  stateOf: rolloutState,
  withSteps: (flag, edit) => ({ ...flag, rollouts: edit(flag.rollouts) }),
  nameOf: copy.rollout,
  reorderTitle: copy.reorderRollouts,
  isReplaced: (rollout, draft) => rollout.type !== draft.type,
});
