import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import {
  changeStates,
  type ChangeState,
  type ChangeStep,
  type Instant,
  type ReviewPolicy,
  type SeriesState,
} from '@pennon/domain';
import type { TransactionTime } from '../clocks';
import {
  ChangeRequestEntity,
  type ChangeRequestRow,
  ChangeSeriesEntity,
  ChangeSubjectEntity,
  ReviewPolicyEntity,
  type ReviewPolicyRow,
} from '../entities/change-request.entity';
import { stepColumns, stepOf, stepTexts } from './change-request-rows';
import { rawRowsForList } from './find-options';
import { policyOf } from './review-policy.store';
import { selectSubjectHeads, type SubjectHead, subjectHeadIn } from './subject-heads';

/** Which changes to list. */
export interface ChangeRequestQuery {
  /** Of these namespaces; undefined for all. */
  readonly namespaceKeys: ReadonlySet<string> | undefined;
  /** In one of these states; in any if there are none. */
  readonly states?: readonly ChangeState[];
  /** Steps of this series; undefined for changes of any, or of none. */
  readonly seriesId?: string | undefined;
  /** Only changes with a time, of that moment or later. */
  readonly dueAfter?: Instant | undefined;
  /** Only changes with a time, before that moment. */
  readonly dueBefore?: Instant | undefined;
  /** Only changes that name this flag; undefined for all. */
  readonly flagKey?: string | undefined;
  /** Only changes that name this segment; undefined for all. */
  readonly segmentKey?: string | undefined;
  /** Only changes of authors who are called that; of all if there are none. */
  readonly authors?: readonly string[];
  /** The latest first, unless given; or only those with a time, by that. */
  readonly order?: ChangeOrder;
  /** Only changes behind this one: where the page before has ended. */
  readonly after: ChangePlace | undefined;
  readonly limit: number;
}

/** By what changes are ordered: `latest` first, or `due` first. */
export type ChangeOrder = 'latest' | 'due';

/** Where a change stands in a list. */
export interface ChangePlace {
  readonly id: string;
  /** When it was created, or is due: what the list is ordered by. */
  readonly at: Instant;
}

/** A change of a page, with what a list shows of what it belongs to. */
export interface ListedChange {
  readonly step: ChangeStep;
  readonly policy: ReviewPolicy;
  /** That of its series; undefined for a change that is alone, and for a series of a version before. */
  readonly seriesState: SeriesState | undefined;
  readonly head: SubjectHead;
}

/** A page of changes. */
export interface ChangePage {
  readonly changes: readonly ListedChange[];
  /** When it was read, by the clock of the database. */
  readonly now: Instant;
}

/** Changes that a page is taken from, in an order for which there is an index. */
interface Branch {
  readonly state: ChangeState | undefined;
  /** Which column holds the time; undefined for all changes, by their creation. */
  readonly time?: 'dueAt' | 'plannedAt';
}

type Query = SelectQueryBuilder<ChangeRequestRow>;

const DUE = 'COALESCE(request.dueAt, request.plannedAt)';

/** Pages of changes, each read by one statement, with all that lists show of them but reviews and other steps. */
export class ChangeListStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly time: TransactionTime,
  ) {}

  /** Changes with the beginning of their texts. */
  async page(query: ChangeRequestQuery): Promise<ChangePage> {
    if (query.namespaceKeys?.size === 0) return { changes: [], now: 0 };
    const found = this.pageOf(query)
      .leftJoin(ChangeSeriesEntity.options.name, 'series', 'series.id = request.seriesId')
      .leftJoinAndMapOne(
        'request.policy',
        ReviewPolicyEntity.options.name,
        'policy',
        'policy.namespaceKey = request.namespaceKey',
      );
    const moment = this.time.expression();
    const rows = await rawRowsForList(found, stepColumns(this.manager), stepTexts, () => {
      found.addSelect('policy').addSelect('series.state', 'series_state');
      selectSubjectHeads(this.manager, found);
      if (moment !== undefined) found.addSelect(moment, 'moment');
    });
    const now = rows[0]?.raw.moment;
    return {
      now: now === undefined ? await this.time.now() : Number(now),
      changes: rows.map(({ row, raw }) => {
        const { policy = null, ...step } = row as ChangeRequestRow & { readonly policy?: ReviewPolicyRow };
        return {
          step: stepOf(step),
          policy: policyOf(policy),
          seriesState: (raw.series_state ?? undefined) as SeriesState | undefined,
          head: subjectHeadIn(raw.subject_head),
        };
      }),
    };
  }

  private pageOf(query: ChangeRequestQuery): Query {
    const isByTime = query.order === 'due';
    const states = query.states?.length ? query.states : isByTime ? changeStates : [undefined];
    const branches = states.flatMap((state): readonly Branch[] =>
      isByTime
        ? [
            { state, time: 'dueAt' },
            { state, time: 'plannedAt' },
          ]
        : [{ state }],
    );
    const all = this.manager.createQueryBuilder(ChangeRequestEntity, 'request');
    const [only] = branches;
    if (branches.length === 1 && only !== undefined) restrict(all, query, only, 0);
    else {
      // No database goes through an index for several states at once: each gives a page, and the first of those are it.
      const pages = branches.map((branch, index) => {
        const time = branch.time ?? 'createdAt';
        const page = all.subQuery().select('request.id', 'id').addSelect(`request.${time}`, 'at');
        restrict(page.from(ChangeRequestEntity, 'request'), query, branch, index);
        return `SELECT * FROM ${page.getQuery()} branch${index}`;
      });
      const way = isByTime ? 'ASC' : 'DESC';
      const order = `pages.at ${way}, pages.id ${way} LIMIT ${query.limit}`;
      const page = `SELECT id FROM (SELECT * FROM (${pages.join(' UNION ALL ')}) pages ORDER BY ${order}) page`;
      // PostgreSQL joins what a subquery gives with all changes, and looks up what an array has.
      const { type } = this.manager.connection.options;
      all.where(
        type === 'postgres' || type === 'cockroachdb'
          ? `request.id = ANY(ARRAY(${page}))`
          : `request.id IN (${page})`,
      );
    }
    const order: ReturnType<typeof orderOf> = isByTime
      ? { [DUE]: 'ASC', 'request.id': 'ASC' }
      : orderOf(undefined);
    return all.orderBy(order).limit(query.limit);
  }
}

/** Has a query find the page of a branch. @param index Of the branch, which no other one has. */
function restrict(query: Query, asked: ChangeRequestQuery, { state, time }: Branch, index: number): void {
  const { namespaceKeys, seriesId, dueAfter, dueBefore, authors = [], after } = asked;
  const at = time === undefined ? DUE : `request.${time}`;
  if (state !== undefined) query.andWhere(`request.state = :state${index}`, { [`state${index}`]: state });
  if (namespaceKeys !== undefined)
    query.andWhere('request.namespaceKey IN (:...namespaceKeys)', { namespaceKeys: [...namespaceKeys] });
  if (seriesId !== undefined) query.andWhere('request.seriesId = :seriesId', { seriesId });
  if (time === 'dueAt') query.andWhere('request.dueAt IS NOT NULL');
  if (time === 'plannedAt') query.andWhere('request.dueAt IS NULL AND request.plannedAt IS NOT NULL');
  if (dueAfter !== undefined) query.andWhere(`${at} >= :dueAfter`, { dueAfter });
  if (dueBefore !== undefined) query.andWhere(`${at} < :dueBefore`, { dueBefore });
  for (const kind of ['flag', 'segment'] as const) {
    const key = asked[`${kind}Key`];
    if (key === undefined) continue;
    const named = query
      .subQuery()
      .select(`${kind}.changeId`)
      .from(ChangeSubjectEntity, kind)
      .where(`${kind}.kind = '${kind}' AND ${kind}.key = :${kind}Key`);
    query.andWhere(`request.id IN ${named.getQuery()}`, { [`${kind}Key`]: key });
  }
  if (authors.length > 0) {
    // The author is JSON. Unlike LIKE, this tells upper from lower case on every database.
    const isOne = authors.map((_, place) => `REPLACE(request.author, :author${place}, '') <> request.author`);
    const members = authors.map((name, place) => [`author${place}`, `"actor":${JSON.stringify(name)}`]);
    query.andWhere(`(${isOne.join(' OR ')})`, Object.fromEntries(members) as Record<string, string>);
  }
  if (after !== undefined) {
    const [by, sign] = time === undefined ? ['request.createdAt', '<'] : [at, '>'];
    // Without its first line, not every database finds the place in its index.
    query.andWhere(
      `${by} ${sign}= :placeAt AND (${by} ${sign} :placeAt OR (${by} = :placeAt AND request.id ${sign} :placeId))`,
      { placeAt: after.at, placeId: after.id },
    );
  }
  query.orderBy(orderOf(time)).limit(asked.limit);
}

/** The order of a branch, which is that of an index. */
function orderOf(time: Branch['time']): Record<string, 'ASC' | 'DESC'> {
  if (time === undefined) return { 'request.createdAt': 'DESC', 'request.id': 'DESC' };
  if (time === 'dueAt') return { 'request.dueAt': 'ASC', 'request.id': 'ASC' };
  return { 'request.dueAt': 'ASC', 'request.plannedAt': 'ASC', 'request.id': 'ASC' };
}
