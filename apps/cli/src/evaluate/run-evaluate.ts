import { messageToJson } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import type { Config } from '@pennon/config';
import { NotFoundError, quotePath } from '@pennon/domain';
import { evaluateItem, FlagEvaluator, presentItem, startStopwatch } from '@pennon/evaluation';
import { compileSnapshot } from '@pennon/snapshot';
import { DatabaseSnapshotSource } from '@pennon/storage';
import type { Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { openForReading } from '../targets/open-database';
import { serverOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines } from '../terminal/print';
import { type Question, questionOf } from './question';

const { BooleanEvaluationResponseSchema, EvaluationReason, VariantEvaluationResponseSchema } =
  fliptEvaluation;

/** An answer for scripts: what the RPC of the flag's type answers, as JSON text. */
function answerToJson({ response }: fliptEvaluation.EvaluationResponse): string {
  switch (response.case) {
    case 'booleanResponse':
      return messageToJson(BooleanEvaluationResponseSchema, response.value, false);
    case 'variantResponse':
      return messageToJson(VariantEvaluationResponseSchema, response.value, false);
    default:
      throw new Error('the answer is of a type that this version does not know');
  }
}

/** An answer for people, in lines. */
function answerToLines({ response }: fliptEvaluation.EvaluationResponse): readonly string[] {
  switch (response.case) {
    case 'booleanResponse': {
      const { flagKey, enabled, reason, segmentKeys } = response.value;
      return [`${flagKey}: ${enabled}`, ...why(reason, segmentKeys)];
    }
    case 'variantResponse': {
      const { flagKey, variantKey, variantAttachment, reason, segmentKeys } = response.value;
      return [
        `${flagKey}: ${variantKey === '' ? '(no variant)' : variantKey}`,
        ...why(reason, segmentKeys),
        ...(variantAttachment === '' ? [] : [`  attachment: ${variantAttachment}`]),
      ];
    }
    default:
      throw new Error('the answer is of a type that this version does not know');
  }
}

function why(reason: fliptEvaluation.EvaluationReason, segmentKeys: readonly string[]): readonly string[] {
  const word = EvaluationReason[reason]
    .replace(/_EVALUATION_REASON$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return [
    `  reason: ${word}`,
    ...(segmentKeys.length === 0 ? [] : [`  segments: ${segmentKeys.join(', ')}`]),
  ];
}

/**
 * What an entity gets by the flags in the database, found out as a server would.
 *
 * @throws NotFoundError if there is no such flag.
 */
async function evaluateHere(config: Config, question: Question): Promise<fliptEvaluation.EvaluationResponse> {
  const { namespaceKey, flagKey } = question;
  const { database, close } = await openForReading(config);
  try {
    const stop = startStopwatch();
    const document = await new DatabaseSnapshotSource(database).load(namespaceKey);
    const snapshot = document && compileSnapshot(document);
    const item = { ...question, context: { ...question.context }, requestId: '' };
    const answer = presentItem(
      evaluateItem(item, () => snapshot, new FlagEvaluator()),
      stop(),
    );
    if (answer.response.case !== 'errorResponse') return answer;
    throw new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} not found`);
  } finally {
    await close();
  }
}

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
