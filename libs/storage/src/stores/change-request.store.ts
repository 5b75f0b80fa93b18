import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  Like,
  MoreThan,
  Not,
  Or,
} from 'typeorm';
import {
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
  type ChangeStep,
  type Instant,
  marksOf,
  MAX_KEY_LENGTH,
  type PersonMarks,
} from '@pennon/domain';
import {
  ChangeRequestEntity,
  type ChangeRequestRow,
  ChangeReviewEntity,
} from '../entities/change-request.entity';
import {
  baseColumns,
  openStates,
  requestOf,
  reviewOf,
  revisionColumns,
  rowOf,
  stepColumns,
  stepOf,
  stepTexts,
} from './change-request-rows';
import { membersOf, rowsForList } from './find-options';
import { insertRows } from './write-rows';

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
    | 'onConflict'
    | 'exemptVersion'
    | 'offVersion'
  >
>;

/** Whether texts that people wrote are read as they are, or as lists show them. */
export type Texts = 'whole' | 'cut';

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
    return (await rowsForList(query, stepColumns(this.manager), texts === 'cut' ? stepTexts : [])).map(
      stepOf,
    );
  }

  /** The steps of a series in their order, which nobody else edits or reviews until this transaction ends. */
  async holdSteps(seriesId: string): Promise<readonly ChangeStep[]> {
    const version = (): string => 'version';
    await this.manager.update(ChangeRequestEntity, { seriesId }, { version });
    return this.steps([seriesId]);
  }

  /** Has the steps after one that wait be applied later. @param delay In microseconds. */
  async postpone({ seriesId, step }: ChangeStep, delay: number): Promise<void> {
    if (seriesId === '') return;
    await this.manager
      .createQueryBuilder()
      .update(ChangeRequestEntity)
      .set({ plannedAt: () => `planned_at + ${Math.ceil(delay)}` })
      .where({ seriesId, step: MoreThan(step), state: In([...openStates]), plannedAt: Not(IsNull()) })
      .execute();
  }

  /** Changes of a namespace that wait, in the order of their ids. @param after The id before the first. */
  async open(namespaceKey: string, after: string, limit: number): Promise<readonly ChangeStep[]> {
    return this.listById({ namespaceKey, state: In([...openStates]) }, after, limit);
  }

  /** Changes of a namespace in that state, in the order of their ids. @param after The id before the first. */
  async inState(
    namespaceKey: string,
    state: ChangeState,
    after: string,
    limit: number,
  ): Promise<readonly ChangeStep[]> {
    return this.listById({ namespaceKey, state }, after, limit);
  }

  /** Changes that wait, and that a caller with one of these marks wrote or edited, in the order of their ids. */
  async openOf(marks: PersonMarks, after: string, limit: number): Promise<readonly ChangeStep[]> {
    const writers = Or(...marks.map((mark) => Like(`%${JSON.stringify(mark)}%`)));
    return this.listById({ state: In([...openStates]), writers }, after, limit);
  }

  /** By namespace, the earliest base of the changes that wait and that a version before stored. */
  async earliestBases(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .select('request.namespaceKey', 'namespaceKey')
      .addSelect('MIN(request.baseRevision)', 'base')
      .where({ state: In([...openStates]), baseRevision: Not(IsNull()), onConflict: IsNull() })
      .groupBy('request.namespaceKey')
      .getRawMany<{ readonly namespaceKey: string; readonly base: number | string }>();
    return new Map(rows.map(({ namespaceKey, base }) => [namespaceKey, Number(base)]));
  }

  /** How many changes of a namespace wait. */
  async countOpen(namespaceKey: string): Promise<number> {
    return this.manager.countBy(ChangeRequestEntity, { namespaceKey, state: In([...openStates]) });
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
    const { writers, baseRevision, plannedAt, dueAt, after, revision, exemptVersion, offVersion } = changes;
    const names = [
      'state',
      'message',
      'content',
      'version',
      'reason',
      'isProposal',
      'bypassReason',
      'onConflict',
    ] as const;
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
        ...('exemptVersion' in changes && { exemptVersion: exemptVersion ?? null }),
        ...('offVersion' in changes && { offVersion: offVersion ?? null }),
        ...('revision' in changes && revisionColumns(revision)),
        updatedAt,
      },
    );
    return affected !== 0;
  }

  async addReview({ author, memberships, ...review }: ChangeReview): Promise<void> {
    // Earlier versions, which may run on this database, recognise a reviewer by this: the address, if there is one.
    const person = (marksOf(author).at(-1) ?? '').slice(0, MAX_KEY_LENGTH);
    const row = {
      ...{ ...review, id: randomUUID(), person, author: JSON.stringify(author) },
      memberships: memberships === undefined ? null : JSON.stringify(memberships),
      revision: review.revision ?? null,
    };
    await insertRows(this.manager, ChangeReviewEntity, [row]);
  }

  /** Has a review be one of another version of its change. */
  async moveReview({ changeId, version, verdict, at }: ChangeReview, to: number): Promise<void> {
    await this.manager.update(ChangeReviewEntity, { changeId, version, verdict, at }, { version: to });
  }

  /** How many reviews a change has. */
  async countReviews(changeId: string): Promise<number> {
    return this.manager.countBy(ChangeReviewEntity, { changeId });
  }

  /** Reviews of some changes, the earliest first. */
  async reviews(changeIds: readonly string[], texts: Texts = 'whole'): Promise<readonly ChangeReview[]> {
    if (changeIds.length === 0) return [];
    const query = this.manager
      .createQueryBuilder(ChangeReviewEntity, 'review')
      .where({ changeId: In([...changeIds]) })
      .orderBy({ 'review.at': 'ASC', 'review.id': 'ASC' });
    const columns = membersOf(this.manager, ChangeReviewEntity);
    return (await rowsForList(query, columns, texts === 'cut' ? ['comment'] : [])).map(reviewOf);
  }

  /** Deletes changes that are done with, with their reviews, and returns how many. @param before Only older ones. */
  async deleteEnded(before: Instant, limit: number): Promise<number> {
    // The next step of a series goes by the one that was applied.
    const running = await this.manager.find(ChangeRequestEntity, {
      select: { id: true, seriesId: true },
      where: { state: In([...openStates]), seriesId: Not('') },
    });
    const needed = [...new Set(running.map(({ seriesId }) => seriesId))];
    const rows = await this.manager.find(ChangeRequestEntity, {
      select: { id: true },
      where: { state: Not(In([...openStates])), updatedAt: LessThan(before), seriesId: Not(In(needed)) },
      take: limit,
    });
    if (rows.length === 0) return 0;
    await this.manager.delete(ChangeRequestEntity, { id: In(rows.map(({ id }) => id)) });
    return rows.length;
  }

  private async listById(
    where: FindOptionsWhere<ChangeRequestRow>,
    after: string,
    limit: number,
  ): Promise<readonly ChangeStep[]> {
    const rows = await this.manager.find(ChangeRequestEntity, {
      select: [...stepColumns(this.manager)],
      where: { ...where, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(stepOf);
  }
}
