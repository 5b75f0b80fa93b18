import { type Plan, type PlanOutcome } from '@/lib/plan/plan';
import { createStore } from '@/lib/store';

/** What a running plan asks the person, and what it tells meanwhile. */
export type Question =
  /** What will be done, before anything is. */
  | {
      readonly kind: 'review';
      readonly plan: Plan;
      readonly isGuarded: boolean;
      readonly answer: (go: boolean) => void;
    }
  /** Some steps are done and one failed. */
  | {
      readonly kind: 'failure';
      readonly plan: Plan;
      readonly outcome: PlanOutcome;
      readonly answer: (goOn: boolean) => void;
    };

const question = createStore<Question | undefined>(undefined);

/** The question that is open, if any; one after another. */
export const openQuestion = { get: question.get, subscribe: question.subscribe };

let queue: Promise<unknown> = Promise.resolve();

function ask(make: (answer: (yes: boolean) => void) => Question): Promise<boolean> {
  const asked = queue.then(
    () =>
      new Promise<boolean>((resolve) => {
        question.set(
          make((yes) => {
            question.set(undefined);
            resolve(yes);
          }),
        );
      }),
  );
  queue = asked;
  return asked;
}

/** Shows what a plan does; true when it may be done. */
export function askReview(plan: Plan, isGuarded: boolean): Promise<boolean> {
  return ask((answer) => ({ kind: 'review', plan, isGuarded, answer }));
}

/** Shows where a plan stopped; true when the rest is to be tried again. */
export function askRetry(plan: Plan, outcome: PlanOutcome): Promise<boolean> {
  return ask((answer) => ({ kind: 'failure', plan, outcome, answer }));
}
