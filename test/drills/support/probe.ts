import { setTimeout as delay } from 'node:timers/promises';
import { type Answer } from '../../support/http';

/** Pause between an answer and the next question, in milliseconds. */
const PAUSE_MS = 200;

/** An answer, and how long it took in milliseconds. */
export interface TimedAnswer {
  readonly status: number;
  readonly text: string;
  readonly elapsed: number;
}

/**
 * Asks again and again for that many milliseconds, and at least once. @param ask Told how often it was asked before.
 */
export async function probe(
  forMs: number,
  ask: (turn: number) => Promise<Answer>,
): Promise<readonly TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  const end = performance.now() + forMs;
  for (let turn = 0; turn === 0 || performance.now() < end; turn++) {
    const start = performance.now();
    const { status, body } = await ask(turn);
    answers.push({ status, text: body.toString(), elapsed: performance.now() - start });
    await delay(PAUSE_MS);
  }
  return answers;
}

/** The statuses in order, each once for as long as it stays the same. */
export function statusesInTurn(answers: readonly TimedAnswer[]): readonly number[] {
  const statuses = answers.map(({ status }) => status);
  return statuses.filter((status, index) => status !== statuses[index - 1]);
}

/** Every status that was given, in ascending order. */
export function statusesOf(answers: readonly TimedAnswer[]): readonly number[] {
  return [...new Set(answers.map(({ status }) => status))].sort((left, right) => left - right);
}

/** The longest that any of them took, in milliseconds. */
export function longestOf(answers: readonly TimedAnswer[]): number {
  return Math.max(...answers.map(({ elapsed }) => elapsed));
}
