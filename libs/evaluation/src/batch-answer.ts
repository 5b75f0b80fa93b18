import type { fliptEvaluation } from '@pennon/proto';
import { isPlainId, quotedId, type Timing } from './call-details';
import { type EvaluatedItem, presentItem } from './evaluate-item';
import { callText, resultText } from './evaluation-answers';
import { quoted } from './wire/plain-json';
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
    `{"requestId":${quotedId(requestId)},"responses":[${entries}],` +
    `"requestDurationMillis":${timing.requestDurationMillis}}`
  );
}

/** @param call What the answer tells of its call. */
function entryText({ item, result }: EvaluatedItem, call: string): string {
  if (result !== undefined) return `${openings[result.type]}${resultText(result, call)}}`;
  return (
    `{"type":"ERROR_EVALUATION_RESPONSE_TYPE","errorResponse":{"flagKey":${quoted(item.flagKey)},` +
    `"namespaceKey":${quoted(item.namespaceKey)},"reason":"NOT_FOUND_ERROR_EVALUATION_REASON"}}`
  );
}

/**
 * The answer to a batch: a message whose entries are made only if somebody wants messages. The JSON of the batch is
 * written straight from what was evaluated, for to make the entries costs more than to evaluate them.
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
      isPlainId(this.requestId) &&
      this.items.every(
        ({ item, result }) =>
          result !== undefined && notesOf(result).isAscii === true && isPlainId(item.requestId),
      )
    );
  }
}
