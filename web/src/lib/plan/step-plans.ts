import { type FlagState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { inOrder, replacedAt, withoutAt } from './order';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';

/** One list of steps of a flag, of which the first that fits decides: its rules, or its rollouts. */
interface StepList<Step, Draft, State> {
  readonly stepsOf: (contents: FlagContents) => readonly Step[];
  /** A step in the words of the server. */
  readonly stateOf: (draft: Draft, contents: FlagContents) => State;
  /** The flag with other steps. */
  readonly withSteps: (flag: FlagState, edit: (steps: readonly State[]) => readonly State[]) => FlagState;
  /** Names a step by its place, counted from 1. */
  readonly nameOf: (position: number) => string;
  readonly reorderTitle: (flagKey: string) => string;
  /** True where a step cannot become the draft: another one takes its place. */
  readonly isReplaced?: (step: Step, draft: Draft) => boolean;
}

/** Plans for the steps of a flag. */
export interface StepPlans<Step, Draft> {
  /** @param index Place of the new step, from 0; last unless given. */
  readonly create: (contents: BasedFlag, draft: Draft, index?: number) => Plan;
  readonly update: (contents: BasedFlag, step: Step, draft: Draft) => Plan;
  readonly delete: (contents: BasedFlag, step: Step) => Plan;
  /** Puts the steps into the order of these ids; those that it does not name come last. */
  readonly reorder: (contents: BasedFlag, ids: readonly string[]) => Plan;
}

/** Plans for one list of steps. */
export function stepPlans<Step extends { readonly id: string }, Draft, State>({
  stepsOf,
  stateOf,
  withSteps,
  nameOf,
  reorderTitle,
  isReplaced = () => false,
}: StepList<Step, Draft, State>): StepPlans<Step, Draft> {
  const placeOf = (contents: BasedFlag, { id }: Step): number =>
    stepsOf(contents).findIndex((step) => step.id === id);
  const subjectAt = ({ flag }: BasedFlag, index: number): string => copy.of(nameOf(index + 1), flag.key);
  const planSteps = (
    contents: BasedFlag,
    title: string,
    edit: (steps: readonly State[]) => readonly State[],
  ): Plan => planFlagState(contents, { title }, (flag) => withSteps(flag, edit));
  return {
    create: (contents, draft, index = stepsOf(contents).length) =>
      planSteps(contents, copy.create(subjectAt(contents, index)), (steps) =>
        steps.toSpliced(index, 0, stateOf(draft, contents)),
      ),
    update: (contents, step, draft) => {
      const index = placeOf(contents, step);
      const verb = isReplaced(step, draft) ? copy.replace : copy.update;
      return planSteps(contents, verb(subjectAt(contents, index)), (steps) =>
        replacedAt(steps, index, stateOf(draft, contents)),
      );
    },
    delete: (contents, step) => {
      const index = placeOf(contents, step);
      return planSteps(contents, copy.delete(subjectAt(contents, index)), (steps) => withoutAt(steps, index));
    },
    reorder: (contents, ids) => {
      const stored = stepsOf(contents);
      return planSteps(contents, reorderTitle(contents.flag.key), (steps) =>
        inOrder(stored, ids).flatMap((step) => steps[stored.indexOf(step)] ?? []),
      );
    },
  };
}
