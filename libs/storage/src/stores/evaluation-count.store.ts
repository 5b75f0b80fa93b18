import { LessThan, type EntityManager } from 'typeorm';
import { type EvaluationCount, type Instant } from '@pennon/domain';
import { EvaluationCountEntity } from '../entities/evaluation-count.entity';
import { insertOr } from './insert-rows';

/** Of which flag counts are wanted, and of which time. */
export interface EvaluationCountQuery {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Of this moment on. */
  readonly from: Instant;
  /** Before this moment. */
  readonly to: Instant;
  /** Length of a step, in microseconds: whole minutes. Steps begin at its multiples. */
  readonly step: number;
}

/** How often flags were evaluated, by value and minute. */
export class EvaluationCountStore {
  constructor(private readonly manager: EntityManager) {}

  /** Adds counts to those that are there. */
  async add(counts: readonly EvaluationCount[]): Promise<void> {
    // In one order for everybody, so that no two instances wait for each other's rows in a circle.
    const rows = counts.toSorted(byKey);
    await insertOr(this.addition, this.manager, EvaluationCountEntity, rows);
  }

  /** Evaluations of a flag, whatever it answered, by the beginning of the step; steps without any are not there. */
  async series({ from, to, step, ...flag }: EvaluationCountQuery): Promise<ReadonlyMap<Instant, number>> {
    // A whole number of ours, written out: a parameter would be of a type that not every server can tell.
    const beginning = `counts.minute - counts.minute % ${BigInt(step)}`;
    const rows = await this.manager
      .createQueryBuilder(EvaluationCountEntity, 'counts')
      .select(beginning, 'begun')
      .addSelect('SUM(counts.evaluations)', 'evaluations')
      .where(flag)
      .andWhere('counts.minute >= :from AND counts.minute < :to', { from, to })
      .groupBy(beginning)
      .getRawMany<{ readonly begun: unknown; readonly evaluations: unknown }>();
    return new Map(rows.map(({ begun, evaluations }) => [Number(begun), Number(evaluations)]));
  }

  /** Deletes the counts of one minute, the earliest there is before a moment, and tells whether there was one. */
  async deleteEarliest(before: Instant): Promise<boolean> {
    const earliest = await this.manager
      .createQueryBuilder(EvaluationCountEntity, 'counts')
      .select('MIN(counts.minute)', 'minute')
      .where({ minute: LessThan(before) })
      .getRawOne<{ readonly minute: unknown }>();
    if (earliest === undefined || earliest.minute === null) return false;
    await this.manager.delete(EvaluationCountEntity, { minute: Number(earliest.minute) });
    return true;
  }

  /** What a row that is there becomes. */
  private get addition(): string {
    if (this.manager.connection.options.type === 'mysql')
      return 'ON DUPLICATE KEY UPDATE evaluations = evaluations + VALUES(evaluations)';
    return (
      'ON CONFLICT (namespace_key, flag_key, minute, value) ' +
      'DO UPDATE SET evaluations = evaluation_counts.evaluations + excluded.evaluations'
    );
  }
}

function byKey(one: EvaluationCount, other: EvaluationCount): number {
  return (
    compare(one.namespaceKey, other.namespaceKey) ||
    compare(one.flagKey, other.flagKey) ||
    one.minute - other.minute ||
    compare(one.value, other.value)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
