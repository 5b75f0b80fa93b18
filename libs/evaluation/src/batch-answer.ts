import { create } from '@bufbuild/protobuf';
import { JsonAnswer } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import type { Timing } from './call-details';
import { type EvaluatedItem, presentItem } from './evaluate-item';
import { callText, resultText } from './wire/answer-text';
import { isPlainAscii, quoted } from './wire/plain-json';
import { notesOf } from './wire/result-notes';

/** What an entry says before the answer that it holds, by the type of the flag. */
const openings = {
  boolean: '{"type":"BOOLEAN_EVALUATION_RESPONSE_TYPE","booleanResponse":',
  variant: '{"type":"VARIANT_EVALUATION_RESPONSE_TYPE","variantResponse":',
} as const;

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
    `{"requestId":${quoted(requestId)},"responses":[${entries}],` +
    `"requestDurationMillis":${timing.requestDurationMillis}}`
  );
}

/** @param call What the answer tells of its call. */
function entryText({ item: { flagKey, namespaceKey }, result }: EvaluatedItem, call: string): string {
  if (result === undefined) {
    const errorResponse = { flagKey, namespaceKey, reason: 'NOT_FOUND_ERROR_EVALUATION_REASON' };
    return JSON.stringify({ type: 'ERROR_EVALUATION_RESPONSE_TYPE', errorResponse });
  }
  return `${openings[result.type]}${resultText(result, call)}}`;
}

/** The answer to a batch. Its JSON is written straight from what was evaluated. */
export class BatchAnswer extends JsonAnswer<typeof fliptEvaluation.BatchEvaluationResponseSchema> {
  /** @param timing That of the whole batch, which all of its items show. */
  constructor(
    private readonly requestId: string,
    private readonly items: readonly EvaluatedItem[],
    private readonly timing: Timing,
  ) {
    super();
  }

  json(): string {
    return batchText(this.requestId, this.items, this.timing);
  }

  /** What is said of missing flags is not looked at. */
  get isAscii(): boolean {
    return (
      isPlainAscii(this.requestId) &&
      this.items.every(
        ({ item, result }) =>
          result !== undefined && notesOf(result).isAscii === true && isPlainAscii(item.requestId),
      )
    );
  }

  message(): fliptEvaluation.BatchEvaluationResponse {
    const { requestId, items, timing } = this;
    return create(fliptEvaluation.BatchEvaluationResponseSchema, {
      requestId,
      responses: items.map((item) => presentItem(item, timing)),
      requestDurationMillis: timing.requestDurationMillis,
    });
  }
}
