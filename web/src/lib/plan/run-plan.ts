import { type Call, type Json, type Plan, type PlanOutcome } from './plan';

/** Makes one call and gives its answer. */
export type Send = (call: Call) => Promise<unknown>;

export interface RunOptions {
  /**
   * What is known already: a run that stopped is gone on with, and an inverse plan knows what the plan made that it
   * puts back, so that it may say `$NAME.id` of its steps.
   */
  readonly known?: Pick<PlanOutcome, 'done' | 'answers'>;
  /** Told before each step how many are done. */
  readonly onProgress?: (done: number) => void;
}

const REFERENCE = /^\$([^.]+)\.id$/;

/** Runs the steps of a plan one after another and stops at the first that fails. */
export async function runPlan(
  plan: Plan,
  send: Send,
  { known, onProgress }: RunOptions = {},
): Promise<PlanOutcome> {
  const answers = new Map(known?.answers);
  let done = known?.done ?? 0;
  for (const step of plan.steps.slice(done)) {
    onProgress?.(done);
    try {
      const answer = await send(withIds(step.call, answers));
      if (step.name !== undefined) answers.set(step.name, answer);
    } catch (error) {
      return { done, answers, failure: { step, error: asError(error) } };
    }
    done += 1;
  }
  return { done, answers };
}

/** The call with the ids of earlier answers in the place of their names. */
export function withIds(call: Call, answers: ReadonlyMap<string, unknown>): Call {
  const id = (text: string): string => idNamedBy(text, answers) ?? text;
  const path = call.path.split('/').map((segment) => {
    const named = idNamedBy(decodeURIComponent(segment), answers);
    return named === undefined ? segment : encodeURIComponent(named);
  });
  return {
    ...call,
    path: path.join('/'),
    ...(call.query !== undefined && { query: mapValues(call.query, id) }),
    ...(call.body !== undefined && { body: mapTexts(call.body, id) }),
  };
}

/** The id that `$NAME.id` stands for; undefined for texts that name no step. */
function idNamedBy(text: string, answers: ReadonlyMap<string, unknown>): string | undefined {
  const name = REFERENCE.exec(text)?.[1];
  if (name === undefined || !answers.has(name)) return undefined;
  const answer = answers.get(name);
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') {
    return answer.id;
  }
  throw new Error(`The answer of step ${name} has no id.`);
}

function mapTexts(json: Json, replace: (text: string) => string): Json {
  if (typeof json === 'string') return replace(json);
  if (isList(json)) return json.map((item) => mapTexts(item, replace));
  if (typeof json === 'object' && json !== null) return mapValues(json, (item) => mapTexts(item, replace));
  return json;
}

/** `Array.isArray` forgets that a list can be readonly. */
function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** Keeps every key, `__proto__` too: entries are defined and not assigned. */
function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
