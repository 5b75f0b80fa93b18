import { type Json, type Plan } from '@/lib/plan/plan';

/** `/api/v1/namespaces/NS/KIND/KEY`, in pieces. */
const SCOPE_LENGTH = 7;

/** What a plan works on, as in `/api/v1/namespaces/default/flags/checkout`: plans of one scope wait for each other. */
export function scopeOf({ steps: [first] }: Plan): string {
  if (first === undefined) return '';
  const { path, body } = first.call;
  const pieces = path.split('/');
  // What is made has its key in the body, and the path of all of its kind.
  const made = pieces.length < SCOPE_LENGTH ? keyIn(body) : undefined;
  return [...pieces, ...(made === undefined ? [] : [encodeURIComponent(made)])]
    .slice(0, SCOPE_LENGTH)
    .join('/');
}

function keyIn(body: Json | undefined): string | undefined {
  const isObject = typeof body === 'object' && body !== null && 'key' in body;
  return isObject && typeof body.key === 'string' ? body.key : undefined;
}

const lasts = new Map<string, Promise<unknown>>();

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
