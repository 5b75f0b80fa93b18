import { type EntityManager, type FindOptionsWhere, In, LessThan, type SelectQueryBuilder } from 'typeorm';
import {
  type Clock,
  type CountBatch,
  type EvaluationCount,
  EvaluationCountSink,
  type Instant,
} from '@pennon/domain';
import type { Database } from '../database/database';
import {
  type CountSource,
  CountSourceEntity,
  EvaluationCountEntity,
} from '../entities/evaluation-count.entity';
import { insertOr } from './write-rows';

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

/** A step with evaluations, as drivers spell numbers: some as texts. */
interface StepRow {
  readonly begun: unknown;
  readonly evaluations: unknown;
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
  async series(query: EvaluationCountQuery): Promise<ReadonlyMap<Instant, number>> {
    const rows = await this.steps(query).getRawMany<StepRow>();
    return new Map(rows.map(({ begun, evaluations }) => [Number(begun), Number(evaluations)]));
  }

  /** The same by what it answered; values without an evaluation are not there. */
  async seriesByValue(
    query: EvaluationCountQuery,
  ): Promise<ReadonlyMap<string, ReadonlyMap<Instant, number>>> {
    const rows = await this.steps(query)
      .addSelect('counts.value', 'answer')
      .addGroupBy('counts.value')
      .getRawMany<StepRow & { readonly answer: string }>();
    const byValue = new Map<string, Map<Instant, number>>();
    for (const { answer, begun, evaluations } of rows) {
      const series = byValue.get(answer) ?? new Map<Instant, number>();
      byValue.set(answer, series.set(Number(begun), Number(evaluations)));
    }
    return byValue;
  }

  /** When the last minute began that a flag was evaluated in; undefined if no count tells. */
  async lastMinute({
    namespaceKey,
    flagKey,
  }: Pick<EvaluationCountQuery, 'namespaceKey' | 'flagKey'>): Promise<Instant | undefined> {
    return this.outermost('MAX', { namespaceKey, flagKey });
  }

  /** Deletes the counts of one minute, the earliest there is before a moment, and tells whether there was one. */
  async deleteEarliest(before: Instant): Promise<boolean> {
    const minute = await this.outermost('MIN', { minute: LessThan(before) });
    if (minute === undefined) return false;
    await this.manager.delete(EvaluationCountEntity, { minute });
    return true;
  }

  /** The first or the last minute of some counts; undefined if there are none. */
  private async outermost(
    end: 'MIN' | 'MAX',
    where: FindOptionsWhere<EvaluationCount>,
  ): Promise<Instant | undefined> {
    const found = await this.manager
      .createQueryBuilder(EvaluationCountEntity, 'counts')
      .select(`${end}(counts.minute)`, 'minute')
      .where(where)
      .getRawOne<{ readonly minute: unknown }>();
    const minute = found?.minute ?? undefined;
    return minute === undefined ? undefined : Number(minute);
  }

  /** The counts of a flag, a row for each step. */
  private steps({ from, to, step, ...flag }: EvaluationCountQuery): SelectQueryBuilder<EvaluationCount> {
    // A whole number of ours, written out: a parameter would be of a type that not every server can tell.
    const beginning = `counts.minute - counts.minute % ${BigInt(step)}`;
    return this.manager
      .createQueryBuilder(EvaluationCountEntity, 'counts')
      .select(beginning, 'begun')
      .addSelect('SUM(counts.evaluations)', 'evaluations')
      .where(flag)
      .andWhere('counts.minute >= :from AND counts.minute < :to', { from, to })
      .groupBy(beginning);
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

/** Most sources that are deleted by one call. */
const SOURCES_AT_ONCE = 1000;

/** Which batch of counts was taken last of each source: so that none is taken twice. */
export class CountSourceStore {
  constructor(private readonly manager: EntityManager) {}

  /** Puts the batch in the place of the one before it, and returns false when it, or a later one, was taken before. */
  async advance({ id, sequence, heardAt }: CountSource): Promise<boolean> {
    // Of two transactions with the same batch, the row has the later one wait, and then find that it is too late.
    const { affected } = await this.manager.update(
      CountSourceEntity,
      { id, sequence: LessThan(sequence) },
      { sequence, heardAt },
    );
    if (affected === 1) return true;
    if (await this.manager.existsBy(CountSourceEntity, { id })) return false;
    await this.manager.insert(CountSourceEntity, { id, sequence, heardAt });
    return true;
  }

  /** Deletes sources, those heard last before that moment first, and tells whether there may be more of them. */
  async deleteSilent(before: Instant): Promise<boolean> {
    return this.deleteLongestSilent(
      await this.manager.countBy(CountSourceEntity, { heardAt: LessThan(before) }),
    );
  }

  /**
   * Deletes those that were heard longest ago where there are more than so many, and tells whether there still may be.
   */
  async trim(atMost: number): Promise<boolean> {
    return this.deleteLongestSilent((await this.manager.count(CountSourceEntity)) - atMost);
  }

  private async deleteLongestSilent(surplus: number): Promise<boolean> {
    if (surplus <= 0) return false;
    const longestSilent = await this.manager.find(CountSourceEntity, {
      select: { id: true },
      order: { heardAt: 'ASC', id: 'ASC' },
      take: Math.min(surplus, SOURCES_AT_ONCE),
    });
    await this.manager.delete(CountSourceEntity, { id: In(longestSilent.map(({ id }) => id)) });
    return surplus > SOURCES_AT_ONCE;
  }
}

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
