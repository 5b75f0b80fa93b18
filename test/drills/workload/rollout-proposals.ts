import { type RolloutStep, type RolloutType } from '@pennon/domain';
import { aRollout } from '@pennon/testing';
import { shuffled } from '../../support/random';
import { type Dice } from './dice';
import { type NamespaceModel } from './namespace-model';
import { pathOf, stampOf, type Proposals } from './proposed-write';
import { choiceJson, chooseSegments } from './segment-choice';

const MOST_ROLLOUTS = 4;

/** New rollouts go behind all others, each in a place of its own: a rank that is taken is refused. */
const FIRST_NEW_RANK = 1000;

const shares = [0, 50, 100] as const;

/** Writes to rollouts. */
export const rolloutProposals: Proposals = {
  CreateRollout(model, dice) {
    const flagKey = anyBooleanFlag(model, dice);
    const step = anyStep(model, dice, dice.chance(0.5) ? 'segment' : 'threshold');
    if (flagKey === undefined || step === undefined) return undefined;
    if (model.rolloutsOf(flagKey).length >= MOST_ROLLOUTS) return undefined;
    const rank = FIRST_NEW_RANK + dice.serial();
    return {
      verb: 'POST',
      path: pathOf(model, `/flags/${flagKey}/rollouts`),
      body: { rank, ...stepJson(step) },
      happen(after, created) {
        const stamp = stampOf(created);
        requireParents(after, flagKey, step);
        after.rollouts.insert(stamp.id, aRollout(flagKey, stamp.id, { rank, step, ...stamp }));
      },
    };
  },

  UpdateRollout(model, dice) {
    const rollout = dice.pick(model.rollouts.all);
    if (rollout === undefined) return undefined;
    const { id, flagKey } = rollout;
    const step = anyStep(model, dice, rollout.step.type);
    if (step === undefined) return undefined;
    return {
      verb: 'PUT',
      path: pathOf(model, `/flags/${flagKey}/rollouts/${id}`),
      body: stepJson(step),
      happen(after) {
        requireParents(after, flagKey, step);
        after.rollouts.update(id, { step });
      },
    };
  },

  OrderRollouts(model, dice) {
    const flagKey = anyBooleanFlag(model, dice);
    if (flagKey === undefined) return undefined;
    const rolloutIds = shuffled(dice.random, model.rolloutsOf(flagKey)).map(({ id }) => id);
    if (rolloutIds.length < 2) return undefined;
    return {
      verb: 'PUT',
      path: pathOf(model, `/flags/${flagKey}/rollouts/order`),
      body: { rolloutIds },
      happen(after) {
        after.orderRollouts(flagKey, rolloutIds);
      },
    };
  },

  DeleteRollout(model, dice) {
    const rollout = dice.pick(model.rollouts.all);
    if (rollout === undefined) return undefined;
    const { id, flagKey } = rollout;
    return {
      verb: 'DELETE',
      path: pathOf(model, `/flags/${flagKey}/rollouts/${id}`),
      happen(after) {
        after.deleteRollout(flagKey, id);
      },
    };
  },
};

function anyBooleanFlag(model: NamespaceModel, dice: Dice): string | undefined {
  return dice.pick(model.flags.where(({ type }) => type === 'boolean'))?.key;
}

/** A step of that type; undefined when it would need a segment and there is none. */
function anyStep(model: NamespaceModel, dice: Dice, type: RolloutType): RolloutStep | undefined {
  const value = dice.chance(0.5);
  if (type === 'threshold') return { type, percent: dice.pick(shares) ?? 0, value };
  const segments = chooseSegments(model, dice);
  return segments && { type, ...segments, value };
}

/** What must be there for a rollout with that step. */
function requireParents(model: NamespaceModel, flagKey: string, step: RolloutStep): void {
  model.flags.require(flagKey);
  if (step.type === 'segment') model.segments.require(...step.segmentKeys);
}

function stepJson(step: RolloutStep): object {
  const { value } = step;
  if (step.type === 'threshold') return { threshold: { percentage: step.percent, value } };
  return { segment: { ...choiceJson(step), value } };
}
