import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { type FliptClientJs } from '../sdk/support/flipt-client-js';
import { type Triple } from './triple';

/** What was decided, as text. Equal for equal decisions, in whatever order segments are told. */
export type Decision = string;

/** The members of an answer that tell what was decided. */
interface AnswerJson {
  readonly match?: boolean;
  readonly enabled?: boolean;
  readonly reason: string;
  readonly variantKey?: string;
  readonly variantAttachment?: string;
  readonly segmentKeys?: readonly string[];
}

/** What the server decides on each question. */
export async function askServer(api: Api, triples: readonly Triple[]): Promise<readonly Decision[]> {
  const requests = triples.map(({ namespace, flag, entityId, context }) => ({
    namespaceKey: namespace.key,
    flagKey: flag.key,
    entityId,
    context,
  }));
  const answer = await api.send(jsonRequest('POST', '/evaluate/v1/batch', { requests }));
  if (answer.status !== 200) throw new Error(`batch: ${answer.status} ${answer.body.toString()}`);
  const { responses } = jsonOf(answer) as {
    responses: readonly { variantResponse?: AnswerJson; booleanResponse?: AnswerJson }[];
  };
  return responses.map(({ variantResponse, booleanResponse }) =>
    decisionOf(variantResponse ?? booleanResponse),
  );
}

/** What an engine decides on each question; all are about the namespace of its client. */
export async function askEngine(
  client: FliptClientJs,
  triples: readonly Triple[],
): Promise<readonly Decision[]> {
  const requests = triples.map(({ flag, entityId, context }) => ({ flagKey: flag.key, entityId, context }));
  const { responses } = (await client.evaluateBatch(requests)) as {
    responses: readonly { variantEvaluationResponse?: AnswerJson; booleanEvaluationResponse?: AnswerJson }[];
  };
  return responses.map(({ variantEvaluationResponse, booleanEvaluationResponse }) =>
    decisionOf(variantEvaluationResponse ?? booleanEvaluationResponse),
  );
}

/** The kind of a decision, without its details: `match MATCH`, `no match DEFAULT`, `true MATCH` … */
export function kindOf(decision: Decision): string {
  return decision.slice(0, decision.indexOf(':'));
}

function decisionOf(answer: AnswerJson | undefined): Decision {
  if (answer === undefined) return 'error:';
  // The engine leaves out what is empty.
  const { match, enabled, reason, variantKey = '', variantAttachment = '', segmentKeys = [] } = answer;
  const outcome = enabled?.toString() ?? (match === true ? 'match' : 'no match');
  const details = JSON.stringify([variantKey, variantAttachment, [...segmentKeys].sort()]);
  return `${outcome} ${reason.replace('_EVALUATION_REASON', '')}: ${details}`;
}
