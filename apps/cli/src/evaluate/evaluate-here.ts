import { type fliptEvaluation } from '@pennon/api';
import { type Config } from '@pennon/config';
import { NotFoundError, quotePath } from '@pennon/domain';
import { evaluateItem, FlagEvaluator, presentItem, startStopwatch } from '@pennon/evaluation';
import { compileSnapshot } from '@pennon/snapshot';
import { DatabaseSnapshotSource } from '@pennon/storage';
import { openForReading } from '../targets/open-database';
import { type Question } from './question';

/**
 * What an entity gets by the flags in the database, found out as a server would.
 *
 * @throws NotFoundError if there is no such flag.
 */
export async function evaluateHere(
  config: Config,
  question: Question,
): Promise<fliptEvaluation.EvaluationResponse> {
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
