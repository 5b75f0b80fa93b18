/**
 * Work in pieces of a millisecond or so. Whoever runs it decides what happens between two of them: nothing, or that
 * others have their turn.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How many items make a piece. */
const PIECE = 50;

/** Does all of the work at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Visits one item after the other. */
export function* eachInSteps<T>(items: readonly T[], visit: (item: T) => void): Steps<void> {
  for (const [index, item] of items.entries()) {
    if (index % PIECE === PIECE - 1) yield;
    visit(item);
  }
}
