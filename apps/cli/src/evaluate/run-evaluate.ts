import { type Given } from '../command-line/given';
import { exitCodes } from '../exit-codes';
import { loadSettings } from '../settings';
import { serverOf } from '../targets/server-of';
import { printLines } from '../terminal/print';
import { answerToJson, answerToLines } from './describe-answer';
import { evaluateHere } from './evaluate-here';
import { questionOf } from './question';

/** Prints what an entity gets. @returns the exit code. */
export async function runEvaluate(given: Given): Promise<number> {
  const question = questionOf(given);
  const server = serverOf(given);
  const answer =
    server === undefined
      ? await evaluateHere(loadSettings(given), question)
      : await server.evaluate(question);
  await printLines(given.isOn('json') ? [answerToJson(answer)] : answerToLines(answer));
  return exitCodes.done;
}
