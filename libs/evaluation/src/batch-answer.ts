import type { fliptEvaluation } from '@pennon/proto';
import type { EvaluationResult } from '@pennon/snapshot';
import type { Timing } from './call-details';
import { type EvaluatedItem, presentItem } from './evaluate-item';
import { answerText, momentText, presentBoolean, presentVariant } from './evaluation-answers';
import { isPlainAscii } from './wire/plain-json';
import { keepTexts, notesOf, type ResultTexts } from './wire/result-notes';

/** What an entry says before the answer that it holds, by the type of the flag. */
const openings = {
  boolean: '{"type":"BOOLEAN_EVALUATION_RESPONSE_TYPE","booleanResponse":',
  variant: '{"type":"VARIANT_EVALUATION_RESPONSE_TYPE","variantResponse":',
} as const;

/** The call of an answer that is only written for its other members. */
const noCall: Timing = {
  requestDurationMillis: 0,
  timestamp: { $typeName: 'google.protobuf.Timestamp', seconds: 0n, nanos: 0 },
};
const noCallText = callText('', noCall);

/** A batch's answer as the general way writes it, letter by letter: members in the order of the proto. */
function batchText(requestId: string, items: readonly EvaluatedItem[], timing: Timing): string {
  // Few items have an id of their own.
  const anonymous = callText('', timing);
  let entries = '';
  for (const evaluated of items) {
    const id = evaluated.item.requestId;
    const entry = entryText(evaluated, id === '' ? anonymous : callText(id, timing));
    entries += entries === '' ? entry : `,${entry}`;
  }
  return (
    `{"requestId":${JSON.stringify(requestId)},"responses":[${entries}],` +
    `"requestDurationMillis":${timing.requestDurationMillis}}`
  );
}

/** @param call What the answer tells of its call. */
function entryText({ item: { flagKey, namespaceKey }, result }: EvaluatedItem, call: string): string {
  if (result === undefined) {
    const errorResponse = { flagKey, namespaceKey, reason: 'NOT_FOUND_ERROR_EVALUATION_REASON' };
    return JSON.stringify({ type: 'ERROR_EVALUATION_RESPONSE_TYPE', errorResponse });
  }
  const { head, tail } = textsOf(result);
  return `${openings[result.type]}${head}${call}${tail}}`;
}

/** What an answer says before and after the members of its call; kept with the result. */
function textsOf(result: EvaluationResult): Pick<ResultTexts, 'head' | 'tail'> {
  const notes = notesOf(result);
  if (notes.head !== undefined) return notes;
  const answer =
    result.type === 'boolean' ? presentBoolean('', result, noCall) : presentVariant('', result, noCall);
  // Texts have their quotes escaped, so that none of them looks like these members.
  const [head = '', tail = ''] = answerText(answer).split(noCallText);
  keepTexts(notes, { head, tail });
  return { head, tail };
}

/** The members of an answer that tell of its call, which stand together. */
function callText(requestId: string, { requestDurationMillis, timestamp }: Timing): string {
  return JSON.stringify({ requestId, requestDurationMillis, timestamp: momentText(timestamp) }).slice(1, -1);
}

/**
 * The answer to a batch: a message whose entries are made only if somebody wants messages. The JSON of the batch is
 * written straight from what was evaluated, because creating entries costs more than evaluating them.
 */
export class BatchAnswer implements fliptEvaluation.BatchEvaluationResponse {
  readonly $typeName = 'flipt.evaluation.BatchEvaluationResponse';
  readonly requestDurationMillis: number;
  private entries: fliptEvaluation.EvaluationResponse[] | undefined;

  /** @param timing That of the whole batch, which all of its items show. */
  constructor(
    readonly requestId: string,
    private readonly items: readonly EvaluatedItem[],
    private readonly timing: Timing,
  ) {
    this.requestDurationMillis = timing.requestDurationMillis;
  }

  get responses(): fliptEvaluation.EvaluationResponse[] {
    this.entries ??= this.items.map((item) => presentItem(item, this.timing));
    return this.entries;
  }

  /** The answer as compact JSON. */
  json(): string {
    return batchText(this.requestId, this.items, this.timing);
  }

  /** Whether {@link json} has written ASCII alone; what it says of missing flags is not looked at. */
  get isAscii(): boolean {
    return (
      isPlainAscii(this.requestId) &&
      this.items.every(
        ({ item, result }) =>
          result !== undefined && notesOf(result).isAscii === true && isPlainAscii(item.requestId),
      )
    );
  }
}
