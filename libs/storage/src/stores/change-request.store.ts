import { randomUUID } from 'node:crypto';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import {
  type AuditOrigin,
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
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
  >
>;

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

  /** The steps of a series, in their order; none for a change that is alone. */
  async series(seriesId: string): Promise<readonly ChangeRequest[]> {
    if (seriesId === '') return [];
    const rows = await this.manager.find(ChangeRequestEntity, {
      where: { seriesId },
      order: { step: 'ASC' },
    });
    return rows.map(requestOf);
  }

  async list({ namespaceKey, state, after, limit }: ChangeRequestQuery): Promise<readonly ChangeRequest[]> {
    const ofNamespace = { namespaceKey, ...(state !== undefined && { state }) };
    const rows = await this.manager.find(ChangeRequestEntity, {
      where:
        after === undefined
          ? ofNamespace
          : [
              { ...ofNamespace, createdAt: LessThan(after.createdAt) },
              { ...ofNamespace, createdAt: after.createdAt, id: LessThan(after.id) },
            ],
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
    return rows.map(requestOf);
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

  /** When the next change is due; undefined for none. */
  async nextDue(): Promise<Instant | undefined> {
    const [row] = await this.manager.find(ChangeRequestEntity, {
      select: { id: true, dueAt: true },
      where: { state: 'scheduled', dueAt: Not(IsNull()) },
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
    const { writers, baseRevision, plannedAt, dueAt, revision } = changes;
    const names = ['state', 'message', 'content', 'version', 'reason', 'isProposal'] as const;
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
  async reviews(changeIds: readonly string[]): Promise<readonly ChangeReview[]> {
    if (changeIds.length === 0) return [];
    const rows = await this.manager.find(ChangeReviewEntity, {
      where: { changeId: In([...changeIds]) },
      order: { at: 'ASC', id: 'ASC' },
    });
    return rows.map(reviewOf);
  }

  /** Deletes changes that are done with, with their reviews, and returns how many. @param before Only older ones. */
  async deleteEnded(before: Instant, limit: number): Promise<number> {
    const rows = await this.manager.find(ChangeRequestEntity, {
      select: { id: true },
      where: { state: Not(In([...open])), updatedAt: LessThan(before) },
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

function requestOf({
  author,
  writers,
  baseRevision,
  baseMark,
  plannedAt,
  dueAt,
  after,
  revision,
  revisionMark,
  ...row
}: ChangeRequestRow): ChangeRequest {
  return {
    ...row,
    author: JSON.parse(author) as AuditOrigin,
    writers: JSON.parse(writers) as readonly string[],
    baseRevision: baseRevision === null ? undefined : markedRevision(baseRevision, baseMark),
    plannedAt: plannedAt ?? undefined,
    dueAt: dueAt ?? undefined,
    after: after ?? undefined,
    revision: revision === null ? undefined : markedRevision(revision, revisionMark),
  };
}

function reviewOf({ author, ...row }: ChangeReviewRow): ChangeReview {
  const { changeId, version, verdict, comment, at } = row;
  return { changeId, version, verdict, comment, at, author: JSON.parse(author) as AuditOrigin };
}
