import { EvaluationCountSink, type EvaluationCount } from '@pennon/domain';
import { type Database } from './database';
import { EvaluationCountStore } from './stores/evaluation-count.store';

/**
 * Counts of evaluations in the database; what is added has a transaction of its own. Whoever loses the database at the very
 * commit cannot know whether it took place, and may add the same counts again.
 */
export class DatabaseEvaluationCounts extends EvaluationCountSink {
  constructor(private readonly database: Database) {
    super();
  }

  async add(counts: readonly EvaluationCount[]): Promise<void> {
    await this.database.write((manager) => new EvaluationCountStore(manager).add(counts));
  }
}
