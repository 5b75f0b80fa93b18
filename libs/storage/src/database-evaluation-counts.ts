import { EvaluationCountSink, type Clock, type CountBatch } from '@pennon/domain';
import { type Database } from './database';
import { CountSourceStore } from './stores/count-source.store';
import { EvaluationCountStore } from './stores/evaluation-count.store';

/**
 * Counts of evaluations in the database. The transaction that adds a batch also notes that it was taken, so that
 * whoever cannot know whether it was committed may hand it over again.
 */
export class DatabaseEvaluationCounts extends EvaluationCountSink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add({ source, sequence, counts }: CountBatch): Promise<boolean> {
    return this.database.write(async (manager) => {
      const batch = { id: source, sequence, heardAt: this.clock.now() };
      const isNew = await new CountSourceStore(manager).advance(batch);
      if (isNew) await new EvaluationCountStore(manager).add(counts);
      return isNew;
    });
  }
}
