import { type Random } from '../../support/random';
import { anEvaluation, aWrite } from './builders';
import { type Evaluation, type History } from './history';

const REGISTERS = ['colour', 'size', 'font'] as const;
const WRITES = 60;
const EVALUATIONS = 200;

/** About how long the whole takes, in milliseconds, and how long one request does at most. */
const LENGTH_MS = 1000;
const LONGEST_MS = 50;

/**
 * A history that there could have been: each write happens at one moment between its beginning and its answer, and each
 * evaluation shows how things were at most `lag` before one such moment.
 *
 * @param lag In milliseconds; 0 for instances that never lag behind.
 */
export function simulatedHistory(random: Random, lag: number): History {
  const moments = Array.from({ length: WRITES }, () => random() * LENGTH_MS).sort((a, b) => a - b);
  const writes = moments.map((moment, index) => {
    const span = [moment - random() * LONGEST_MS, moment + random() * LONGEST_MS] as const;
    const register = REGISTERS[index % REGISTERS.length] ?? '';
    // Every fifth write empties its register.
    return aWrite(index + 1, span, { [register]: index % 5 === 0 ? undefined : `value ${index}` });
  });
  const look = (instance: string): Evaluation => {
    const moment = random() * LENGTH_MS;
    const revision = moments.filter((written) => written <= moment - lag).length;
    const span = [moment - random() * LONGEST_MS, moment + random() * LONGEST_MS] as const;
    return anEvaluation(revision, span, stateAt(revision), { instance });
  };
  const stateAt = (revision: number): Record<string, string | undefined> =>
    Object.fromEntries(
      REGISTERS.map((register) => {
        const last = writes.findLast(({ left, revision: made }) => made <= revision && left.has(register));
        return [register, last?.left.get(register)];
      }),
    );
  const evaluations = Array.from({ length: EVALUATIONS }, (_, index) => look(`reader ${index % 3}`));
  return { writes, evaluations };
}

/** The same history, told by somebody whose evaluation has seen how things were at another revision. */
export function withOneRevisionWrong({ writes, evaluations }: History, random: Random): History {
  const victim = Math.floor(random() * evaluations.length);
  return {
    writes,
    evaluations: evaluations.map((evaluation, index) => {
      if (index !== victim) return evaluation;
      // Three writes on, every register holds something else.
      return { ...evaluation, revision: (evaluation.revision ?? 0) + REGISTERS.length };
    }),
  };
}
