import { type fliptEvaluation } from '@pennon/api';
import { batchText } from './batch-text';
import { presentItem, type EvaluatedItem } from './evaluate-item';
import { isPlainId } from './request-id';
import { notesOf } from './result-notes';
import { type Timing } from './stopwatch';

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
