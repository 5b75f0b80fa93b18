import { type FlagState, type RolloutState, type RuleState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { inOrder, replacedAt, withoutAt } from './order';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';

/** One list of steps of a flag, of which the first that fits decides: its rules, or its rollouts. */
interface StepList<State> {
  readonly stepsOf: (flag: FlagContents) => readonly Stored[];
  /** The flag with other steps. */
  readonly withSteps: (flag: FlagState, edit: (steps: readonly State[]) => readonly State[]) => FlagState;
  /** Names a step by its place, counted from 1. */
  readonly nameOf: (position: number) => string;
  readonly reorderTitle: (flagKey: string) => string;
  /** True where a step cannot become the other: that takes its place. */
  readonly isReplaced?: (step: State, other: State) => boolean;
}

/** A step that the flag has. */
interface Stored {
  readonly id: string;
}

/** Plans for the steps of a flag. */
export interface StepPlans<State> {
  /** @param index Place of the new step, from 0; last unless given. */
  readonly create: (flag: BasedFlag, step: State, index?: number) => Plan;
  readonly update: (flag: BasedFlag, step: State & Stored, changed: State) => Plan;
  readonly delete: (flag: BasedFlag, step: Stored) => Plan;
  /** Puts the steps into the order of these ids; those that it does not name come last. */
  readonly reorder: (flag: BasedFlag, ids: readonly string[]) => Plan;
}

/** Plans for one list of steps. */
export function stepPlans<State>({
  stepsOf,
  withSteps,
  nameOf,
  reorderTitle,
  isReplaced = () => false,
}: StepList<State>): StepPlans<State> {
  const placeOf = (flag: BasedFlag, { id }: Stored): number =>
    stepsOf(flag).findIndex((step) => step.id === id);
  const subjectAt = ({ key }: BasedFlag, index: number): string => copy.of(nameOf(index + 1), key);
  const planSteps = (
    flag: BasedFlag,
    title: string,
    edit: (steps: readonly State[]) => readonly State[],
  ): Plan => planFlagState(flag, { title }, (state) => withSteps(state, edit));
  return {
    create: (flag, step, index = stepsOf(flag).length) =>
      planSteps(flag, copy.create(subjectAt(flag, index)), (steps) => steps.toSpliced(index, 0, step)),
    update: (flag, step, changed) => {
      const index = placeOf(flag, step);
      const verb = isReplaced(step, changed) ? copy.replace : copy.update;
      return planSteps(flag, verb(subjectAt(flag, index)), (steps) => replacedAt(steps, index, changed));
    },
    delete: (flag, step) => {
      const index = placeOf(flag, step);
      return planSteps(flag, copy.delete(subjectAt(flag, index)), (steps) => withoutAt(steps, index));
    },
    reorder: (flag, ids) => {
      const stored = stepsOf(flag);
      return planSteps(flag, reorderTitle(flag.key), (steps) =>
        inOrder(stored, ids).flatMap((step) => steps[stored.indexOf(step)] ?? []),
      );
    },
  };
}

/** Plans for the rules of a flag. */
export const rulePlans = stepPlans<RuleState>({
  stepsOf: ({ rules }) => rules,
  withSteps: (flag, edit) => ({ ...flag, rules: edit(flag.rules) }),
  nameOf: copy.rule,
  reorderTitle: copy.reorderRules,
});

/** Plans for the rollouts of a flag. */
export const rolloutPlans = stepPlans<RolloutState>({
  stepsOf: ({ rollouts }) => rollouts,
  withSteps: (flag, edit) => ({ ...flag, rollouts: edit(flag.rollouts) }),
  nameOf: copy.rollout,
  reorderTitle: copy.reorderRollouts,
  isReplaced: (rollout, changed) => rollout.step.type !== changed.step.type,
});
