import { rolloutParts } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Flag, type Rollout } from '../model';
import {
  createRolloutCall,
  deleteRolloutCall,
  orderRolloutsCall,
  updateRolloutCall,
  type FlagPlace,
} from './calls';
import { type RolloutDraft } from './drafts';
import { rolloutState } from './flag-state';
import { rolloutText, rolloutPartWords, stepText } from './flag-part-words';
import { insertedAt, nextRank, orderSteps } from './order';
import { partChanges } from './part-changes';
import { idFrom } from './paths';
import { type Change, type Plan, type Step } from './plan';
import { changeOf, creation, deletion } from './words';

/** What rollout plans know of the flag: its rollouts by rank. */
export interface RolloutScene {
  readonly flag: Flag;
  readonly rollouts: readonly Rollout[];
}

/**
 * Creates a rollout; last unless told otherwise.
 *
 * @param index Place among the rollouts, from 0.
 */
export function planRolloutCreate(
  { flag, rollouts }: RolloutScene,
  draft: RolloutDraft,
  index = rollouts.length,
): Plan {
  const subject = copy.rollout(index + 1);
  const ids = rollouts.map(({ id }) => id);
  return {
    title: copy.create(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [creation(subject, rolloutText(rolloutState(draft)))],
    steps: createInPlaceSteps(flag, ids, nextRank(rollouts), draft, index),
    inverse: {
      title: copy.delete(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [deletion(subject, rolloutText(rolloutState(draft)))],
      steps: [{ title: copy.delete(subject), call: deleteRolloutCall(flag, idFrom('rollout')) }],
    },
  };
}

/** Changes a rollout; its kind cannot change, see {@link planRolloutReplace}. */
export function planRolloutUpdate(
  { flag, rollouts }: RolloutScene,
  rollout: Rollout,
  draft: RolloutDraft,
): Plan {
  const subject = copy.rollout(placeOf(rollouts, rollout) + 1);
  const planOf = (from: RolloutDraft, to: RolloutDraft, title: string): Plan => {
    const changes = rolloutChanges(subject, from, to);
    return {
      title,
      namespaceKey: flag.namespaceKey,
      changes,
      steps:
        changes.length === 0
          ? []
          : [{ title: copy.update(subject), call: updateRolloutCall(flag, rollout.id, to) }],
    };
  };
  return {
    ...planOf(rollout, draft, copy.update(copy.of(subject, flag.key))),
    inverse: planOf(draft, rollout, copy.restore(copy.of(subject, flag.key))),
  };
}

/** Deletes a rollout; undone by a new one like it in its place. */
export function planRolloutDelete({ flag, rollouts }: RolloutScene, rollout: Rollout): Plan {
  const index = placeOf(rollouts, rollout);
  const subject = copy.rollout(index + 1);
  const remaining = rollouts.filter(({ id }) => id !== rollout.id).map(({ id }) => id);
  return {
    title: copy.delete(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [deletion(subject, rolloutText(rolloutState(rollout)))],
    steps: [{ title: copy.delete(subject), call: deleteRolloutCall(flag, rollout.id) }],
    inverse: {
      title: copy.restore(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [creation(subject, rolloutText(rolloutState(rollout)))],
      // The server numbers the remaining rollouts anew, from 1.
      steps: createInPlaceSteps(flag, remaining, remaining.length + 1, rollout, index),
    },
  };
}

/** Puts the rollouts into that order; a plan without steps for an order that is there. */
export function planRolloutReorder({ flag, rollouts }: RolloutScene, wanted: readonly string[]): Plan {
  const present = rollouts.map(({ id }) => id);
  const textOf = (ids: readonly string[]): string =>
    ids
      .flatMap((id) => rollouts.filter((rollout) => rollout.id === id))
      .map((rollout) => stepText(rolloutState(rollout)))
      .join(', ');
  const planOf = (from: readonly string[], to: readonly string[]): Plan => {
    const steps = orderRolloutSteps(flag, from, to);
    const change = changeOf(copy.field(copy.flag(flag.key), copy.subjects.order), textOf(from), textOf(to));
    return {
      title: copy.reorderRollouts(flag.key),
      namespaceKey: flag.namespaceKey,
      changes: steps.length === 0 ? [] : [change],
      steps,
    };
  };
  return { ...planOf(present, wanted), inverse: planOf(wanted, present) };
}

/** Puts a rollout of another kind in the place of one, which is deleted last. */
export function planRolloutReplace(
  { flag, rollouts }: RolloutScene,
  rollout: Rollout,
  draft: RolloutDraft,
): Plan {
  const index = placeOf(rollouts, rollout);
  const subject = copy.rollout(index + 1);
  const ids = rollouts.map(({ id }) => id);
  const replaced = ids.with(index, idFrom('rollout'));
  const planOf = (title: string, from: RolloutDraft, to: RolloutDraft, steps: readonly Step[]): Plan => ({
    title,
    namespaceKey: flag.namespaceKey,
    changes: [changeOf(subject, rolloutText(rolloutState(from)), rolloutText(rolloutState(to)))],
    steps,
  });
  const forth = [
    ...createInPlaceSteps(flag, ids, nextRank(rollouts), draft, index),
    { title: copy.delete(subject), call: deleteRolloutCall(flag, rollout.id) },
  ];
  const back = [
    ...createInPlaceSteps(flag, replaced, replaced.length + 1, rollout, index, 'restored-rollout'),
    { title: copy.delete(subject), call: deleteRolloutCall(flag, idFrom('rollout')) },
  ];
  return {
    ...planOf(copy.replace(copy.of(subject, flag.key)), rollout, draft, forth),
    inverse: planOf(copy.restore(copy.of(subject, flag.key)), draft, rollout, back),
  };
}

/** The step that makes a rollout at the end, and the one that brings it to its place. */
function createInPlaceSteps(
  flag: FlagPlace,
  siblings: readonly string[],
  rank: number,
  draft: RolloutDraft,
  index: number,
  name = 'rollout',
): readonly Step[] {
  const id = idFrom(name);
  return [
    { name, title: copy.create(copy.rollout(index + 1)), call: createRolloutCall(flag, draft, rank) },
    ...orderRolloutSteps(flag, [...siblings, id], insertedAt(siblings, index, id)),
  ];
}

function orderRolloutSteps(
  flag: FlagPlace,
  present: readonly string[],
  wanted: readonly string[],
): readonly Step[] {
  return orderSteps(present, wanted, (ids) => ({
    title: copy.reorderRollouts(flag.key),
    call: orderRolloutsCall(flag, ids),
  }));
}

function placeOf(rollouts: readonly Rollout[], { id }: Rollout): number {
  return rollouts.findIndex((rollout) => rollout.id === id);
}

function rolloutChanges(subject: string, from: RolloutDraft, to: RolloutDraft): readonly Change[] {
  return partChanges(rolloutParts, rolloutPartWords, subject, rolloutState(from), rolloutState(to));
}
