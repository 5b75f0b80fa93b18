import {
  Brackets,
  type EntityManager,
  In,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  type SelectQueryBuilder,
} from 'typeorm';
import {
  inPieces,
  type Instant,
  MAX_KEY_LENGTH,
  MAX_REVERTS_TOLD,
  MAX_SUBJECTS_TOLD,
  mayBeRevision,
  type RevisionActor,
  type RevisionEntry,
  type RevisionItem,
  type RevisionQuery,
  type RevisionSearch,
  type Revision,
  type SubjectKey,
} from '@pennon/domain';
import {
  RevisionEntity,
  RevisionItemEntity,
  type RevisionItemRow,
  type RevisionRow,
} from '../entities/history.entity';
import { membersOf, rowsForList } from './find-options';
import { entryOf, itemOf } from './history-rows';
import { NamespaceStore } from './namespace.store';
import { changesOf, SUBJECTS_AT_ONCE, type SubjectRevision, subjectRevisions } from './subject-revisions';
import { withMarks } from './revision-marks';
import { revisionsOfMany, revisionsOfOne } from './revision-search';
import { RowWriting } from './write-rows';

/** What a revision is written down with, beside its items. */
export interface NewRevision extends Omit<RevisionEntry, 'mark' | 'subjects' | 'subjectCount'> {
  /** The mark of the revision before; `''` for none. */
  readonly markBefore: string;
}

/**
 * The history of namespaces: of each revision who made it, and what every subject that it changed was before. What a
 * subject was at some revision is the `before` of the first later item that is about it, or else what it is now.
 */
export class HistoryStore {
  constructor(private readonly manager: EntityManager) {}

  /** Writes a revision down. @param items One for each subject. */
  async append(
    { author, changeId, release, lines, ...revision }: NewRevision,
    items: readonly RevisionItem[],
  ): Promise<void> {
    const { namespaceKey } = revision;
    const { actor, ...others } = author;
    const told = items.slice(0, MAX_SUBJECTS_TOLD).map(({ kind, key, action }) => [kind, key, action]);
    const writing = new RowWriting(this.manager);
    await writing.together(async () => {
      await writing.insert(RevisionEntity, [
        {
          ...revision,
          actor: actor.slice(0, MAX_KEY_LENGTH),
          author: JSON.stringify(others),
          changeId: changeId ?? '',
          release: release === undefined ? null : JSON.stringify(release),
          subjects: JSON.stringify(told),
          subjectCount: items.length,
          lines: lines === undefined ? null : JSON.stringify(lines),
        },
      ]);
      const rows = items.map(({ before = null, ...item }): RevisionItemRow => ({
        ...item,
        namespaceKey,
        revision: revision.revision,
        before,
      }));
      await writing.insert(RevisionItemEntity, rows);
    });
  }

  /** Writes down of a revision that another one has put it back. A revision that is gone, or was lost, is left out. */
  async noteRevert(namespaceKey: string, reverted: Revision, by: Revision): Promise<void> {
    const entry = await this.find(namespaceKey, reverted.revision);
    if (entry === undefined || !mayBeRevision(reverted, entry)) return;
    const { release = { approvedBy: [] }, revision } = entry;
    const revertedBy = [...(release.revertedBy ?? []), by].slice(-MAX_REVERTS_TOLD);
    await this.manager.update(
      RevisionEntity,
      { namespaceKey, revision },
      { release: JSON.stringify({ ...release, revertedBy }) },
    );
  }

  /** Revisions of a namespace, the latest first, with the beginning of their messages. */
  async list(query: RevisionQuery): Promise<readonly RevisionEntry[]> {
    return this.entriesIn(revisionsOfOne(this.manager, query));
  }

  /** Revisions of several namespaces, the latest first, with the beginning of their messages. */
  async search(query: RevisionSearch): Promise<readonly RevisionEntry[]> {
    if (query.namespaceKeys?.size === 0) return [];
    return this.entriesIn(revisionsOfMany(this.manager, query));
  }

  /** Authors of a namespace's revisions, the one of the latest revision first. @param limit Most of them. */
  async actors(namespaceKey: string, limit: number): Promise<readonly RevisionActor[]> {
    const rows = await this.manager
      .createQueryBuilder(RevisionEntity, 'entry')
      .select('entry.actor', 'actor')
      .addSelect('COUNT(*)', 'revisions')
      .addSelect('MAX(entry.at)', 'lastAt')
      .where({ namespaceKey })
      .groupBy('entry.actor')
      .orderBy('MAX(entry.revision)', 'DESC')
      .limit(limit)
      .getRawMany<Readonly<Record<keyof RevisionActor, number | string>>>();
    return rows.map(({ actor, revisions, lastAt }) => ({
      actor: String(actor),
      revisions: Number(revisions),
      lastAt: Number(lastAt),
    }));
  }

  /** The entry of a revision, or undefined. */
  async find(namespaceKey: string, revision: number): Promise<RevisionEntry | undefined> {
    const [entry] = await this.findEach(namespaceKey, [revision]);
    return entry;
  }

  /** The entries of those of the revisions that are written down, in no order. */
  async findEach(namespaceKey: string, revisions: readonly number[]): Promise<readonly RevisionEntry[]> {
    const where = { namespaceKey, revision: In([...revisions]) };
    return this.entriesOf(await this.manager.findBy(RevisionEntity, where));
  }

  /** The last revision of a namespace, also of one that was deleted; undefined if there never was one. */
  async latest(namespaceKey: string): Promise<Revision | undefined> {
    const namespaces = new NamespaceStore(this.manager);
    return (await namespaces.revisionOf(namespaceKey)) ?? namespaces.deletedRevisionOf(namespaceKey);
  }

  /** Some revisions of a namespace with their marks, in their order; without a mark where none was written down. */
  async marked(namespaceKey: string, revisions: readonly number[]): Promise<readonly Revision[]> {
    return withMarks(
      this.manager,
      revisions.map((revision) => ({ namespaceKey, revision })),
    );
  }

  /** The earliest revision that is written down; undefined for none. */
  async earliest(namespaceKey: string): Promise<number | undefined> {
    const [row] = await this.manager.find(RevisionEntity, {
      select: { revision: true },
      where: { namespaceKey },
      order: { revision: 'ASC' },
      take: 1,
    });
    return row?.revision;
  }

  /** What a revision changed, by kind and key. @param after The last one of the page before; undefined for none. */
  async items(
    namespaceKey: string,
    revision: number,
    limit: number,
    after?: SubjectKey,
  ): Promise<readonly RevisionItem[]> {
    const query = this.manager
      .createQueryBuilder(RevisionItemEntity, 'item')
      .where('item.namespaceKey = :namespaceKey AND item.revision = :revision', { namespaceKey, revision })
      .orderBy('item.kind', 'ASC')
      .addOrderBy('item.key', 'ASC')
      .take(limit);
    if (after !== undefined) {
      query.andWhere(
        new Brackets((where) =>
          where
            .where('item.kind > :kind', { ...after })
            .orWhere('(item.kind = :kind AND item.key > :key)', { ...after }),
        ),
      );
    }
    return (await query.getMany()).map(itemOf);
  }

  /**
   * The subjects that were changed after a revision, each with the first revision that did.
   *
   * @param upTo The last revision that counts; undefined for all later ones.
   */
  async changedAfter(
    namespaceKey: string,
    revision: number,
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly SubjectRevision[]> {
    return subjectRevisions(this.manager, 'MIN', namespaceKey, { above: revision, upTo });
  }

  /** Those of the subjects that were changed after a revision, each with the first revision that did. */
  async firstChanges(
    namespaceKey: string,
    revision: number,
    subjects: readonly SubjectKey[],
  ): Promise<readonly SubjectRevision[]> {
    return changesOf(this.manager, 'MIN', namespaceKey, { above: revision }, subjects);
  }

  /**
   * Those of the subjects that were changed after a revision, each with the last revision that did.
   *
   * @param except Revisions that do not count; none unless given.
   */
  async lastChanges(
    namespaceKey: string,
    revision: number,
    subjects: readonly SubjectKey[],
    except: readonly number[] = [],
  ): Promise<readonly SubjectRevision[]> {
    return changesOf(this.manager, 'MAX', namespaceKey, { above: revision, except }, subjects);
  }

  /** What revisions after one did to some subjects, the latest first. @param limit Most of it. */
  async itemsAfter(
    namespaceKey: string,
    revision: number,
    subjects: readonly SubjectKey[],
    limit: number,
  ): Promise<readonly (RevisionItem & SubjectRevision)[]> {
    const found: RevisionItemRow[] = [];
    for (const some of inPieces(subjects, SUBJECTS_AT_ONCE)) {
      const where = some.map(({ kind, key }) => ({ namespaceKey, kind, key, revision: MoreThan(revision) }));
      const order = { revision: 'DESC' as const };
      found.push(...(await this.manager.find(RevisionItemEntity, { where, order, take: limit })));
    }
    return found
      .toSorted((one, other) => other.revision - one.revision)
      .slice(0, limit)
      .map((row) => ({ ...itemOf(row), revision: row.revision }));
  }

  /** What the last revisions of a subject did to it, the latest first. @param limit Most of them. */
  async lastItems(
    namespaceKey: string,
    { kind, key }: SubjectKey,
    limit: number,
  ): Promise<readonly (RevisionItem & SubjectRevision)[]> {
    const rows = await this.manager.find(RevisionItemEntity, {
      where: { namespaceKey, kind, key },
      order: { revision: 'DESC' },
      take: limit,
    });
    return rows.map((row) => ({ ...itemOf(row), revision: row.revision }));
  }

  /** What the subjects were before those revisions, in no order. */
  async itemsOf(
    namespaceKey: string,
    revisions: readonly SubjectRevision[],
  ): Promise<readonly RevisionItem[]> {
    const found: RevisionItem[] = [];
    for (const some of inPieces(revisions, SUBJECTS_AT_ONCE)) {
      const where = some.map(({ kind, key, revision }) => ({ namespaceKey, kind, key, revision }));
      found.push(...(await this.manager.findBy(RevisionItemEntity, where)).map(itemOf));
    }
    return found;
  }

  /**
   * Deletes the earliest revisions, of all namespaces, and returns how many.
   *
   * @param before Only such as are older.
   * @param limit Most of them.
   * @param needed By namespace, the revision after which all have to stay.
   */
  async deleteOlder(before: Instant, limit: number, needed: ReadonlyMap<string, number>): Promise<number> {
    const rows = await this.manager.find(RevisionEntity, {
      select: { namespaceKey: true, revision: true },
      where: [
        { at: LessThan(before), namespaceKey: Not(In([...needed.keys()])) },
        ...[...needed].map(([namespaceKey, last]) => ({
          ...{ at: LessThan(before), namespaceKey, revision: LessThanOrEqual(last) },
        })),
      ],
      order: { at: 'ASC' },
      take: limit,
    });
    // By namespace and up to a revision: a clock that was set back must leave no gap.
    const lastOf = new Map<string, number>();
    for (const { namespaceKey, revision } of rows) {
      lastOf.set(namespaceKey, Math.max(revision, lastOf.get(namespaceKey) ?? 0));
    }
    for (const [namespaceKey, revision] of lastOf) await this.deleteUpTo(namespaceKey, revision);
    return rows.length;
  }

  /**
   * Deletes the earliest of more revisions than a namespace is to have, `limit` at most, and returns how many.
   *
   * @param needed As of {@link deleteOlder}.
   */
  async deleteBeyond(
    maxRevisions: number,
    limit: number,
    needed: ReadonlyMap<string, number>,
  ): Promise<number> {
    const large = await this.manager
      .createQueryBuilder(RevisionEntity, 'entry')
      .select('entry.namespaceKey', 'namespaceKey')
      .addSelect('COUNT(*)', 'revisions')
      .groupBy('entry.namespaceKey')
      .having('COUNT(*) > :maxRevisions', { maxRevisions })
      .getRawMany<{ readonly namespaceKey: string; readonly revisions: number | string }>();
    for (const { namespaceKey, revisions } of large) {
      const earliest = await this.manager.find(RevisionEntity, {
        select: { revision: true },
        where: {
          namespaceKey,
          revision: LessThanOrEqual(needed.get(namespaceKey) ?? Number.MAX_SAFE_INTEGER),
        },
        order: { revision: 'ASC' },
        take: Math.min(limit, Number(revisions) - maxRevisions),
      });
      const last = earliest.at(-1);
      if (last === undefined) continue;
      await this.deleteUpTo(namespaceKey, last.revision);
      return earliest.length;
    }
    return 0;
  }

  private async entriesIn(query: SelectQueryBuilder<RevisionRow>): Promise<readonly RevisionEntry[]> {
    return this.entriesOf(await rowsForList(query, membersOf(this.manager, RevisionEntity), ['message']));
  }

  private async entriesOf(rows: readonly RevisionRow[]): Promise<readonly RevisionEntry[]> {
    const marked = await withMarks(this.manager, rows);
    return rows.map((row, index) => ({ ...entryOf(row), ...marked[index] }));
  }

  private async deleteUpTo(namespaceKey: string, revision: number): Promise<void> {
    const old = { namespaceKey, revision: LessThanOrEqual(revision) };
    await this.manager.delete(RevisionItemEntity, old);
    await this.manager.delete(RevisionEntity, old);
  }
}
