const lasts = new Map<string, Promise<unknown>>();

/** Resolves when all tasks of a scope are done that were begun by now; undefined if there are none. */
export function turnIn(scope: string): Promise<unknown> | undefined {
  return lasts.get(scope)?.catch(() => undefined);
}

/** Runs the tasks of one scope one after another, never in parallel. */
export function inTurn<T>(scope: string, task: () => Promise<T>): Promise<T> {
  const turn = (lasts.get(scope) ?? Promise.resolve()).then(task, task);
  lasts.set(scope, turn);
  const leave = (): void => {
    if (lasts.get(scope) === turn) lasts.delete(scope);
  };
  turn.then(leave, leave);
  return turn;
}
