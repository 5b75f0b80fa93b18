import { type fliptOfrep } from '@pennon/api';
import { notesOf } from '../result-notes';
import { bulkText } from './bulk-text';
import { type FlagOutcome } from './flag-outcome';
import { type OfrepDialect } from './ofrep-dialect';

/**
 * The answer to a bulk call: a message whose entries are made only if somebody wants messages. Its JSON is written
 * straight from what was evaluated, for to make the entries costs more than to evaluate them.
 */
export class BulkAnswer implements fliptOfrep.BulkEvaluationResponse {
  readonly $typeName = 'flipt.ofrep.BulkEvaluationResponse';
  private entries: fliptOfrep.EvaluatedFlag[] | undefined;

  constructor(
    private readonly outcomes: readonly FlagOutcome[],
    private readonly dialect: OfrepDialect,
  ) {}

  get flags(): fliptOfrep.EvaluatedFlag[] {
    this.entries ??= this.outcomes.map((outcome) =>
      outcome.type === 'failure' ? outcome.entry : this.dialect.present(outcome),
    );
    return this.entries;
  }

  /** The answer as compact JSON. */
  json(): string {
    return bulkText(this.outcomes, this.dialect);
  }

  /** Whether {@link json} has written ASCII alone; what it says of failures is not looked at. */
  get isAscii(): boolean {
    return this.outcomes.every((outcome) => outcome.type !== 'failure' && notesOf(outcome).isAscii === true);
  }
}
