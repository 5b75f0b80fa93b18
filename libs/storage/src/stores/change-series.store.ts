import { type EntityManager, In, LessThan } from 'typeorm';
import type { AuditOrigin, ChangeSeries, Instant, SeriesState } from '@pennon/domain';
import {
  ChangeRequestEntity,
  ChangeSeriesEntity,
  ChangeSubjectEntity,
  type ChangeSeriesRow,
} from '../entities/change-request.entity';
import { insertRows } from './write-rows';

/** Which series to list, latest first. */
export interface ChangeSeriesQuery {
  readonly namespaceKey: string;
  /** Undefined for any. */
  readonly state: SeriesState | undefined;
  /** Only series with a step that names this flag; undefined for all. */
  readonly flagKey: string | undefined;
  /** Only series behind this one: where the page before has ended. */
  readonly after: Pick<ChangeSeries, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

/** What somebody who steers a series leaves. */
type Steered = Pick<ChangeSeries, 'changedBy' | 'reason' | 'rest'>;

/** What can change of a series. */
export type ChangeSeriesEdit = Pick<ChangeSeries, 'state'> & Steered;

/** Series of changes. A series of a version before has steps, and no row here. */
export class ChangeSeriesStore {
  constructor(private readonly manager: EntityManager) {}

  /** Writes down a series that nobody has steered yet. */
  async create(series: Omit<ChangeSeries, keyof Steered>): Promise<void> {
    await insertRows(this.manager, ChangeSeriesEntity, [
      { ...series, changedBy: null, reason: '', rest: null },
    ]);
  }

  /** The series of that namespace, or undefined. */
  async find(namespaceKey: string, id: string): Promise<ChangeSeries | undefined> {
    const row = await this.manager.findOneBy(ChangeSeriesEntity, { namespaceKey, id });
    return row === null ? undefined : seriesOf(row);
  }

  /** The series of that namespace, which nobody else steers until this transaction ends; undefined if there is none. */
  async findAndHold(namespaceKey: string, id: string): Promise<ChangeSeries | undefined> {
    const state = (): string => 'state';
    await this.manager.update(ChangeSeriesEntity, { namespaceKey, id }, { state });
    return this.find(namespaceKey, id);
  }

  /** Series, the latest first. */
  async list({
    namespaceKey,
    state,
    flagKey,
    after,
    limit,
  }: ChangeSeriesQuery): Promise<readonly ChangeSeries[]> {
    const ofNamespace = { namespaceKey, ...(state !== undefined && { state }) };
    const query = this.manager
      .createQueryBuilder(ChangeSeriesEntity, 'series')
      .where(
        after === undefined
          ? ofNamespace
          : [
              { ...ofNamespace, createdAt: LessThan(after.createdAt) },
              { ...ofNamespace, createdAt: after.createdAt, id: LessThan(after.id) },
            ],
      )
      .orderBy({ 'series.createdAt': 'DESC', 'series.id': 'DESC' })
      .take(limit);
    if (flagKey !== undefined) {
      const steps = query
        .subQuery()
        .select('step.seriesId')
        .from(ChangeRequestEntity.options.name, 'step')
        .innerJoin(ChangeSubjectEntity.options.name, 'subject', 'subject.changeId = step.id')
        .where("subject.kind = 'flag' AND subject.key = :flagKey AND step.namespaceKey = :namespaceKey");
      query.andWhere(`series.id IN ${steps.getQuery()}`, { flagKey, namespaceKey });
    }
    return (await query.getMany()).map(seriesOf);
  }

  /** Those of some series that there are. */
  async among(ids: readonly string[]): Promise<readonly ChangeSeries[]> {
    if (ids.length === 0) return [];
    return (await this.manager.findBy(ChangeSeriesEntity, { id: In([...ids]) })).map(seriesOf);
  }

  /** Series of a namespace that are not done with, which nobody else steers until this transaction ends. */
  async holdUnfinished(namespaceKey: string): Promise<readonly ChangeSeries[]> {
    const states: readonly SeriesState[] = ['running', 'paused', 'suspended'];
    const unfinished = { namespaceKey, state: In([...states]) };
    const state = (): string => 'state';
    await this.manager.update(ChangeSeriesEntity, unfinished, { state });
    return (await this.manager.findBy(ChangeSeriesEntity, unfinished)).map(seriesOf);
  }

  /** Says where a series is now. */
  async edit(
    { id }: Pick<ChangeSeries, 'id'>,
    { state, changedBy, reason, rest }: ChangeSeriesEdit,
    updatedAt: Instant,
  ): Promise<void> {
    const by = changedBy === undefined ? null : JSON.stringify(changedBy);
    await this.manager.update(
      ChangeSeriesEntity,
      { id },
      { state, changedBy: by, reason, rest: rest ?? null, updatedAt },
    );
  }

  /** Deletes series whose steps are gone, and returns how many. @param before Only older ones. */
  async deleteEmpty(before: Instant, limit: number): Promise<number> {
    const rows = await this.manager
      .createQueryBuilder(ChangeSeriesEntity, 'series')
      .select('series.id', 'id')
      .leftJoin(ChangeRequestEntity.options.name, 'step', 'step.seriesId = series.id')
      .where('series.updatedAt < :before AND step.id IS NULL', { before })
      .limit(limit)
      .getRawMany<{ readonly id: string }>();
    if (rows.length > 0) await this.manager.delete(ChangeSeriesEntity, { id: In(rows.map(({ id }) => id)) });
    return rows.length;
  }
}

function seriesOf({ changedBy, rest, ...row }: ChangeSeriesRow): ChangeSeries {
  return {
    ...row,
    changedBy: changedBy === null ? undefined : (JSON.parse(changedBy) as AuditOrigin),
    rest: rest ?? undefined,
  };
}
