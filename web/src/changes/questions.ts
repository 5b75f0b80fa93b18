import { type Policy } from '@/api/policy';
import { type Plan } from '@/lib/plan/plan';
import { createStore } from '@/lib/store';
import { type Choices, type ConflictRow } from './conflict-rows';

/** How a plan may go on: through the review, if there is one, or past it with a reason. */
export interface Decision {
  readonly bypass?: string;
}

/** What a plan asks the person. */
export type Question =
  /** What will be done, before anything is. */
  | {
      readonly kind: 'review';
      readonly plan: Plan;
      readonly isGuarded: boolean;
      /** The policy that has it reviewed by others; undefined if none does. */
      readonly policy: Policy | undefined;
      readonly answer: (decision: Decision | undefined) => void;
    }
  /** Others have changed the same parts, and nothing was done. */
  | {
      readonly kind: 'conflict';
      /** What was tried. */
      readonly title: string;
      readonly rows: readonly ConflictRow[];
      /** False where nothing can be chosen. */
      readonly canChoose: boolean;
      readonly answer: (choices: Choices | undefined) => void;
    };

const question = createStore<Question | undefined>(undefined);

/** The question that is open, if any; one after another. */
export const openQuestion = { get: question.get, subscribe: question.subscribe };

let queue: Promise<unknown> = Promise.resolve();

function ask<T>(make: (answer: (given: T) => void) => Question): Promise<T> {
  const asked = queue.then(
    () =>
      new Promise<T>((resolve) => {
        question.set(
          make((given) => {
            question.set(undefined);
            resolve(given);
          }),
        );
      }),
  );
  queue = asked;
  return asked;
}

/** Shows what a plan does; undefined when it may not be done. */
export function askReview(
  plan: Plan,
  isGuarded: boolean,
  policy: Policy | undefined,
): Promise<Decision | undefined> {
  return ask((answer) => ({ kind: 'review', plan, isGuarded, policy, answer }));
}

/** Shows what others have changed as well. Resolves with whose values to keep; undefined to save nothing. */
export function askConflict(
  title: string,
  rows: readonly ConflictRow[],
  canChoose: boolean,
): Promise<Choices | undefined> {
  return ask((answer) => ({ kind: 'conflict', title, rows, canChoose, answer }));
}
