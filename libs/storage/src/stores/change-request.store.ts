import { randomUUID } from 'node:crypto';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import {
  type AuditOrigin,
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
  type ChangeStep,
  type Instant,
  type Revision,
  marksOf,
  MAX_KEY_LENGTH,
} from '@pennon/domain';
import {
  ChangeRequestEntity,
  type ChangeRequestRow,
  ChangeReviewEntity,
  type ChangeReviewRow,
} from '../entities/change-request.entity';
import { rowsForList } from './find-options';
import { markedRevision } from './revision';
import { insertRows } from './write-rows';

/** Which changes to list, latest first. */
export interface ChangeRequestQuery {
  readonly namespaceKey: string;
  /** Undefined for any. */
  readonly state: ChangeState | undefined;
  /** Only changes behind this one: where the page before has ended. */
  readonly after: Pick<ChangeRequest, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

/** What can change of a change. */
export type ChangeRequestEdit = Partial<
  Pick<
    ChangeRequest,
    | 'state'
    | 'message'
    | 'writers'
    | 'baseRevision'
    | 'plannedAt'
    | 'dueAt'
    | 'content'
    | 'version'
    | 'revision'
    | 'reason'
    | 'isProposal'
    | 'after'
    | 'bypassReason'
  >
>;

/** Whether texts that people wrote are read as they are, or as lists show them. */
export type Texts = 'whole' | 'cut';

const open: readonly ChangeState[] = ['pending', 'scheduled'];

/** Changes that wait, and those that are done with. */
export class ChangeRequestStore {
  constructor(private readonly manager: EntityManager) {}

  async create(requests: readonly ChangeRequest[]): Promise<void> {
    await insertRows(this.manager, ChangeRequestEntity, requests.map(rowOf));
  }

  /** The change of that namespace, or undefined. */
  async find(namespaceKey: string, id: string): Promise<ChangeRequest | undefined> {
    const row = await this.manager.findOneBy(ChangeRequestEntity, { namespaceKey, id });
    return row === null ? undefined : requestOf(row);
  }

  /**
   * The change of that namespace, which nobody else edits or reviews until this transaction ends; undefined when there
   * is none.
   */
  async findAndHold(namespaceKey: string, id: string): Promise<ChangeRequest | undefined> {
    const version = (): string => 'version';
    await this.manager.update(ChangeRequestEntity, { namespaceKey, id }, { version });
    return this.find(namespaceKey, id);
  }

  /** The steps of some series, each in their order. */
  async steps(seriesIds: readonly string[], texts: Texts = 'whole'): Promise<readonly ChangeStep[]> {
    if (seriesIds.length === 0) return [];
    const query = this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .where({ seriesId: In([...seriesIds]) })
      .orderBy({ 'request.seriesId': 'ASC', 'request.step': 'ASC' });
    return (await rowsForList(query, stepColumns, texts === 'cut' ? stepTexts : [])).map(stepOf);
  }

  /** Has the steps after one that wait be applied later. @param delay In microseconds. */
  async postpone({ seriesId, step }: ChangeStep, delay: number): Promise<void> {
    await this.manager
      .createQueryBuilder()
      .update(ChangeRequestEntity)
      .set({ plannedAt: () => `planned_at + ${Math.ceil(delay)}` })
      .where({ seriesId, step: MoreThan(step), state: In([...open]), plannedAt: Not(IsNull()) })
      .execute();
  }

  /** Changes of a namespace that wait, in the order of their ids. @param after The id before the first. */
  async open(namespaceKey: string, after: string, limit: number): Promise<readonly ChangeStep[]> {
    const rows = await this.manager.find(ChangeRequestEntity, {
      select: [...stepColumns],
      where: { namespaceKey, state: In([...open]), id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(stepOf);
  }

  /** By namespace, the earliest revision that a change is based on that waits. */
  async earliestBases(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .select('request.namespaceKey', 'namespaceKey')
      .addSelect('MIN(request.baseRevision)', 'base')
      .where({ state: In([...open]), baseRevision: Not(IsNull()) })
      .groupBy('request.namespaceKey')
      .getRawMany<{ readonly namespaceKey: string; readonly base: number | string }>();
    return new Map(rows.map(({ namespaceKey, base }) => [namespaceKey, Number(base)]));
  }

  /** Changes, the latest first, with the beginning of their texts. */
  async list({ namespaceKey, state, after, limit }: ChangeRequestQuery): Promise<readonly ChangeStep[]> {
    const ofNamespace = { namespaceKey, ...(state !== undefined && { state }) };
    const query = this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .where(
        after === undefined
          ? ofNamespace
          : [
              { ...ofNamespace, createdAt: LessThan(after.createdAt) },
              { ...ofNamespace, createdAt: after.createdAt, id: LessThan(after.id) },
            ],
      )
      .orderBy({ 'request.createdAt': 'DESC', 'request.id': 'DESC' })
      .take(limit);
    return (await rowsForList(query, stepColumns, stepTexts)).map(stepOf);
  }

  /** How many changes of a namespace wait. */
  async countOpen(namespaceKey: string): Promise<number> {
    return this.manager.countBy(ChangeRequestEntity, { namespaceKey, state: In([...open]) });
  }

  /** Changes whose time has come, the longest due first. */
  async due(now: Instant, limit: number): Promise<readonly ChangeRequest[]> {
    const rows = await this.manager.find(ChangeRequestEntity, {
      where: { state: 'scheduled', dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC', createdAt: 'ASC', id: 'ASC' },
      take: limit,
    });
    return rows.map(requestOf);
  }

  /** When the next change is due; undefined for none. @param after Only those that are due later; all unless given. */
  async nextDue(after = 0): Promise<Instant | undefined> {
    const [row] = await this.manager.find(ChangeRequestEntity, {
      select: { id: true, dueAt: true },
      where: { state: 'scheduled', dueAt: MoreThan(after) },
      order: { dueAt: 'ASC' },
      take: 1,
    });
    return row?.dueAt ?? undefined;
  }

  /**
   * Edits a change that is as the caller has seen it: in that state and version. Whoever does so in the same
   * transaction waits until this one ends.
   *
   * @returns false when it is not any more: then nothing is changed.
   */
  async edit(
    { id, state, version }: Pick<ChangeRequest, 'id' | 'state' | 'version'>,
    changes: ChangeRequestEdit,
    updatedAt: Instant,
  ): Promise<boolean> {
    const { writers, baseRevision, plannedAt, dueAt, after, revision } = changes;
    const names = ['state', 'message', 'content', 'version', 'reason', 'isProposal', 'bypassReason'] as const;
    const others = Object.fromEntries(
      names.flatMap((name) => (name in changes ? [[name, changes[name]]] : [])),
    );
    const { affected } = await this.manager.update(
      ChangeRequestEntity,
      { id, state, version },
      {
        ...others,
        ...(writers !== undefined && { writers: JSON.stringify(writers) }),
        ...('baseRevision' in changes && baseColumns(baseRevision)),
        ...('plannedAt' in changes && { plannedAt: plannedAt ?? null }),
        ...('dueAt' in changes && { dueAt: dueAt ?? null }),
        ...('after' in changes && { after: after ?? null }),
        ...('revision' in changes && revisionColumns(revision)),
        updatedAt,
      },
    );
    return affected !== 0;
  }

  async addReview({ author, ...review }: ChangeReview): Promise<void> {
    // Earlier versions, which may run on this database, recognise a reviewer by this: the address, if there is one.
    const person = (marksOf(author).at(-1) ?? '').slice(0, MAX_KEY_LENGTH);
    const row = { ...review, id: randomUUID(), person, author: JSON.stringify(author) };
    await insertRows(this.manager, ChangeReviewEntity, [row]);
  }

  /** Reviews of some changes, the earliest first. */
  async reviews(changeIds: readonly string[], texts: Texts = 'whole'): Promise<readonly ChangeReview[]> {
    if (changeIds.length === 0) return [];
    const query = this.manager
      .createQueryBuilder(ChangeReviewEntity, 'review')
      .where({ changeId: In([...changeIds]) })
      .orderBy({ 'review.at': 'ASC', 'review.id': 'ASC' });
    return (await rowsForList(query, reviewColumns, texts === 'cut' ? ['comment'] : [])).map(reviewOf);
  }

  /** Deletes changes that are done with, with their reviews, and returns how many. @param before Only older ones. */
  async deleteEnded(before: Instant, limit: number): Promise<number> {
    // The next step of a series goes by the one that was applied.
    const running = await this.manager.find(ChangeRequestEntity, {
      select: { id: true, seriesId: true },
      where: { state: In([...open]), seriesId: Not('') },
    });
    const needed = [...new Set(running.map(({ seriesId }) => seriesId))];
    const rows = await this.manager.find(ChangeRequestEntity, {
      select: { id: true },
      where: { state: Not(In([...open])), updatedAt: LessThan(before), seriesId: Not(In(needed)) },
      take: limit,
    });
    if (rows.length === 0) return 0;
    await this.manager.delete(ChangeRequestEntity, { id: In(rows.map(({ id }) => id)) });
    return rows.length;
  }
}

function rowOf({ author, writers, baseRevision, revision, ...request }: ChangeRequest): ChangeRequestRow {
  const { plannedAt = null, dueAt = null, after = null } = request;
  return {
    ...request,
    ...{ plannedAt, dueAt, after },
    ...baseColumns(baseRevision),
    ...revisionColumns(revision),
    author: JSON.stringify(author),
    writers: JSON.stringify(writers),
  };
}

function baseColumns(base: Revision | undefined): Pick<ChangeRequestRow, 'baseRevision' | 'baseMark'> {
  return { baseRevision: base?.revision ?? null, baseMark: base?.mark ?? '' };
}

function revisionColumns(made: Revision | undefined): Pick<ChangeRequestRow, 'revision' | 'revisionMark'> {
  return { revision: made?.revision ?? null, revisionMark: made?.mark ?? '' };
}

function requestOf(row: ChangeRequestRow): ChangeRequest {
  const { content, ...step } = row;
  return { ...stepOf(step), content };
}

/** All columns but the content. */
const stepColumns = (
  Object.keys(ChangeRequestEntity.options.columns) as readonly (keyof ChangeRequestRow)[]
).filter((name) => name !== 'content');

/** Those that hold what people wrote. */
const stepTexts = ['message', 'reason', 'bypassReason'] as const;

const reviewColumns = Object.keys(ChangeReviewEntity.options.columns) as readonly (keyof ChangeReviewRow)[];

function stepOf(requestRow: Omit<ChangeRequestRow, 'content'>): ChangeStep {
  const {
    author,
    writers,
    baseRevision,
    baseMark,
    plannedAt,
    dueAt,
    after,
    revision,
    revisionMark,
    bypassReason,
    ...row
  } = requestRow;
  return {
    ...row,
    author: JSON.parse(author) as AuditOrigin,
    writers: JSON.parse(writers) as readonly string[],
    baseRevision: baseRevision === null ? undefined : markedRevision(baseRevision, baseMark),
    plannedAt: plannedAt ?? undefined,
    dueAt: dueAt ?? undefined,
    after: after ?? undefined,
    revision: revision === null ? undefined : markedRevision(revision, revisionMark),
    bypassReason: bypassReason ?? '',
  };
}

function reviewOf({ author, ...row }: ChangeReviewRow): ChangeReview {
  const { changeId, version, verdict, comment, at } = row;
  return { changeId, version, verdict, comment, at, author: JSON.parse(author) as AuditOrigin };
}
