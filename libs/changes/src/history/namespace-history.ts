import {
  mayBeRevision,
  NotFoundError,
  quote,
  type Revision,
  type RevisionActor,
  type RevisionEntry,
  type RevisionQuery,
  type RevisionSearch,
  revisionText,
  type SubjectKey,
} from '@pennon/domain';
import { type BlamedPart, isSameState, type SubjectState } from '@pennon/state';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { keptRevision, latestRevision, pastState, statesAt } from './past-states';
import { type FlagOrSegmentKey, readStored, type StoredState } from './stored-states';
import { blameSubject } from './subject-blame';

/** A subject before and after; undefined where it is not there. */
export interface StateChange extends SubjectKey {
  readonly before: SubjectState | undefined;
  readonly after: SubjectState | undefined;
}

/** Some of many: at least one, and those after `after` in the order of kind and key. */
export interface SubjectPage {
  readonly limit: number;
  readonly after: SubjectKey | undefined;
}

/** What differs between two states of a namespace. */
export interface NamespaceDifference {
  readonly items: readonly StateChange[];
  /** The last subject that was looked at; undefined when there are no more. */
  readonly next: SubjectKey | undefined;
}

/** Who changed what of namespaces, and what it was before and after. */
export class NamespaceHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Revisions, the latest first.
   *
   * @throws NotFoundError if there is, and was, no such namespace, or one of the subjects is not there and has no
   *   history.
   */
  async list(query: RevisionQuery): Promise<readonly RevisionEntry[]> {
    return this.unitOfWork.read(async (stores) => {
      const found = await stores.history.list(query);
      if (found.length > 0) return found;
      const { namespaceKey, subjects = [] } = query;
      await latestRevision(stores, namespaceKey);
      for (const subject of subjects) {
        const past = await stores.history.list({ namespaceKey, subjects: [subject], limit: 1 });
        if (past.length === 0) await assertPresent(stores, namespaceKey, [subject], 'in its history');
      }
      return found;
    });
  }

  /** Revisions of several namespaces, the latest first. */
  async search(query: RevisionSearch): Promise<readonly RevisionEntry[]> {
    return this.unitOfWork.read(({ history }) => history.search(query));
  }

  /**
   * Authors of a namespace's revisions, the one of the latest revision first.
   *
   * @throws NotFoundError if there is, and was, no such namespace.
   */
  async actors(namespaceKey: string, limit: number): Promise<readonly RevisionActor[]> {
    return this.unitOfWork.read(async (stores) => {
      const found = await stores.history.actors(namespaceKey, limit);
      if (found.length === 0) await latestRevision(stores, namespaceKey);
      return found;
    });
  }

  /** For each part of a subject, who last changed it. @throws NotFoundError if the subject is not there now. */
  async blame(namespaceKey: string, subject: SubjectKey): Promise<readonly BlamedPart<RevisionEntry>[]> {
    return this.unitOfWork.read((stores) => blameSubject(stores, namespaceKey, subject));
  }

  /**
   * A subject at a revision, and which revision that is.
   *
   * @param asked The latest, if it is undefined.
   * @throws NotFoundError if the revision is not known, or the subject was not there then.
   */
  async stateAt(
    namespaceKey: string,
    asked: Revision | undefined,
    subject: SubjectKey,
  ): Promise<{ readonly revision: Revision; readonly state: SubjectState }> {
    return this.unitOfWork.read(async (stores) => {
      const wanted = asked ?? (await latestRevision(stores, namespaceKey));
      const revision = await keptRevision(stores, namespaceKey, wanted);
      const [past] = await statesAt(stores, namespaceKey, revision.revision, [subject]);
      if (past?.state !== undefined) return { revision, state: past.state };
      throw wasNotThere(namespaceKey, subject, revision);
    });
  }

  /**
   * A flag or a segment as it is now, with its rows, and the latest revision.
   *
   * @throws NotFoundError if it is not there.
   */
  async present(
    namespaceKey: string,
    subject: FlagOrSegmentKey,
  ): Promise<StoredState & { readonly revision: Revision }> {
    return this.unitOfWork.read(async (stores) => {
      const latest = await latestRevision(stores, namespaceKey);
      const revision = await keptRevision(stores, namespaceKey, latest);
      const stored = await readStored(stores, namespaceKey, subject);
      if (stored === undefined) throw wasNotThere(namespaceKey, subject, revision);
      return { ...stored, revision };
    });
  }

  /**
   * A revision, and what it changed.
   *
   * @throws NotFoundError if it is not known.
   */
  async find(
    namespaceKey: string,
    asked: Revision,
    { limit, after }: SubjectPage,
  ): Promise<NamespaceDifference & { readonly entry: RevisionEntry }> {
    return this.unitOfWork.read(async (stores) => {
      const entry = await findEntry(stores, namespaceKey, asked);
      const { revision } = entry;
      const found = await stores.history.items(namespaceKey, revision, limit + 1, after);
      const items = found.slice(0, limit);
      const states = await statesAt(stores, namespaceKey, revision, items);
      return {
        entry,
        items: items.map((item, index): StateChange => {
          const { kind, key, state } = pastState(item);
          return { kind, key, before: state, after: states[index]?.state };
        }),
        next: found.length > limit ? items.at(-1) : undefined,
      };
    });
  }

  /**
   * What differs between two revisions of a namespace, and which the later one is.
   *
   * @param asked The latest, if it is undefined.
   * @throws NotFoundError if one of them is not known.
   */
  async compare(
    namespaceKey: string,
    since: Revision,
    asked: Revision | undefined,
    { limit, after }: SubjectPage,
  ): Promise<NamespaceDifference & { readonly to: Revision }> {
    return this.unitOfWork.read(async (stores) => {
      const { revision: from } = await keptRevision(stores, namespaceKey, since);
      const last = asked ?? (await latestRevision(stores, namespaceKey));
      const kept = await keptRevision(stores, namespaceKey, last);
      const { revision: to } = kept;
      const [low, high] = from < to ? [from, to] : [to, from];
      const changed = (await stores.history.changedAfter(namespaceKey, low, high))
        .toSorted(compareSubjects)
        .filter((subject) => after === undefined || compareSubjects(subject, after) > 0);
      const page = changed.slice(0, limit);
      const before = await statesAt(stores, namespaceKey, from, page);
      const states = await statesAt(stores, namespaceKey, to, page);
      const items = page.map(({ kind, key }, index) => ({
        kind,
        key,
        before: before[index]?.state,
        after: states[index]?.state,
      }));
      return {
        to: kept,
        items: items.filter((item) => !isSameState(item.before, item.after)),
        next: changed.length > limit ? page.at(-1) : undefined,
      };
    });
  }

  /** The latest revision of a namespace. @throws NotFoundError if there is, and was, no such namespace. */
  async latest(namespaceKey: string): Promise<Revision> {
    return this.unitOfWork.read((stores) => latestRevision(stores, namespaceKey));
  }
}

function wasNotThere(namespaceKey: string, { kind, key }: SubjectKey, revision: Revision): NotFoundError {
  const name = kind === 'namespace' ? kind : `${kind} ${quote(key)} of namespace`;
  return new NotFoundError(
    `${name} ${quote(namespaceKey)} was not there at revision ${revisionText(revision)}`,
  );
}

/** By kind, and by the code units of the key. */
export function compareSubjects(left: SubjectKey, right: SubjectKey): number {
  if (left.kind !== right.kind) return left.kind < right.kind ? -1 : 1;
  if (left.key === right.key) return 0;
  return left.key < right.key ? -1 : 1;
}

/**
 * @param orElse Where the subjects are not either.
 * @throws NotFoundError if the namespace does not have one of the flags and segments now.
 */
export async function assertPresent(
  { contents }: Stores,
  namespaceKey: string,
  subjects: readonly SubjectKey[],
  orElse: string,
): Promise<void> {
  if (subjects.length === 0) return;
  const { flagKeys, segmentKeys } = await contents.keys(namespaceKey);
  const present = {
    flag: new Set(flagKeys),
    segment: new Set(segmentKeys),
    namespace: new Set([namespaceKey]),
  };
  for (const { kind, key } of subjects)
    if (!present[kind].has(key))
      throw new NotFoundError(
        `${kind} ${quote(key)} not found in namespace ${quote(namespaceKey)}, now or ${orElse}`,
      );
}

/**
 * Who made a revision, and what it changed.
 *
 * @throws NotFoundError if it is not known, or if only the state that it left is: nobody made revision 0, and the entry
 *   before the earliest one was deleted.
 */
export async function findEntry(
  stores: Stores,
  namespaceKey: string,
  asked: Revision,
): Promise<RevisionEntry> {
  const entry = await stores.history.find(namespaceKey, asked.revision);
  if (entry !== undefined && mayBeRevision(asked, entry)) return entry;
  await keptRevision(stores, namespaceKey, asked);
  throw new NotFoundError(
    `revision ${revisionText(asked)} of namespace ${quote(namespaceKey)} not found: the history does not say who made it`,
  );
}
