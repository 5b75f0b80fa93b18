import { type Call, type Plan, type PlanOutcome } from './plan';

/** Makes one call and gives its answer. */
export type Send = (call: Call) => Promise<unknown>;

/** Makes the calls of a plan one after another, and stops at the first that fails. */
export async function runSteps({ steps = [] }: Plan, send: Send): Promise<PlanOutcome> {
  let done = 0;
  for (const { call } of steps) {
    try {
      await send(call);
    } catch (error) {
      return { done, failure: { error: asError(error) } };
    }
    done += 1;
  }
  return { done };
}

/** What was thrown, as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
