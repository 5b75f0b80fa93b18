import { type NamespaceOutline } from '@pennon/document';
import {
  type Conflict,
  isSameRevision,
  type NamespaceContents,
  type NamespaceParts,
  type Revision,
  type SubjectKey,
} from '@pennon/domain';
import { assertFeaturesKnown } from '../history/newer-version';
import { keptRevision, pastStates, type PastState } from '../history/past-states';
import { type BaseConflicts, conflictsSince, makersOf } from '../history/conflicts';
import { pastSince, statesSince, type StatesSince } from '../history/states-since';
import { type SegmentUse, type Stores, type UnitOfWork } from '@pennon/storage';

/** What there is in a namespace at one revision. */
export interface RevisionOutline extends NamespaceOutline {
  readonly revision: Revision;
}

/** Reads a namespace part by part. */
export interface NamespaceReading {
  /**
   * Undefined when there is no such namespace.
   *
   * @throws NewerVersionError if it uses a feature that this version lacks.
   */
  outline(): Promise<RevisionOutline | undefined>;
  rows(parts: NamespaceParts): Promise<NamespaceContents>;
  /**
   * What flags, segments and the namespace itself were at a revision, as far as they were changed since.
   *
   * @throws NotFoundError if the state of that revision is not known.
   */
  past(asked: Revision): Promise<{ readonly revision: Revision; readonly states: readonly PastState[] }>;
  /**
   * Those of the subjects that were changed after a revision. If it was lost, in a failover or a restore, all of them
   * are: nobody knows what they were in it.
   *
   * @param isRaised True if the revision was raised already for the change that asks; false unless given.
   * @throws NotFoundError if the history does not go back to that revision.
   */
  changedSince(base: Revision, subjects: readonly SubjectKey[], isRaised?: boolean): Promise<BaseConflicts>;
  /**
   * What some flags and segments were at a revision, and what became of them since.
   */
  statesSince(base: Revision, subjects: readonly SubjectKey[]): Promise<StatesSince>;
  /** What became of some flags and segments since a revision, as far as the history goes back. */
  pastSince(base: Revision, subjects: readonly SubjectKey[]): Promise<StatesSince['past']>;
  /** Those of the subjects that the history knows of, each with the latest revision that changed it. */
  makersOf(subjects: readonly SubjectKey[]): Promise<readonly Conflict[]>;
  /** The flags that look at segments, each of the pairs once, by their keys. */
  usersOf(segmentKeys: readonly string[]): Promise<readonly SegmentUse[]>;
  /** The features that may be used, by name. */
  releasedFeatures(): Promise<readonly string[]>;
}

/** Reads in the one transaction that the stores are bound to: all of it is of one revision. */
export function readingIn(stores: Stores, namespaceKey: string): NamespaceReading {
  const { namespaces, contents } = stores;
  return {
    async outline() {
      const namespace = await namespaces.find(namespaceKey);
      const state = await namespaces.snapshotStateOf(namespaceKey);
      if (namespace === undefined || state === undefined) return undefined;
      const { features = [], ...revision } = state;
      assertFeaturesKnown(namespaceKey, features);
      return { revision, namespace, ...(await contents.keys(namespaceKey)) };
    },
    rows: async (parts) => contents.read(namespaceKey, parts),
    async past(asked) {
      const revision = await keptRevision(stores, namespaceKey, asked);
      return { revision, states: await pastStates(stores, namespaceKey, revision.revision) };
    },
    changedSince: async (base, subjects, isRaised) =>
      conflictsSince(stores, namespaceKey, base, subjects, isRaised),
    statesSince: async (base, subjects) => statesSince(stores, namespaceKey, base, subjects),
    pastSince: async (base, subjects) => pastSince(stores, namespaceKey, base, subjects),
    makersOf: async (subjects) => makersOf(stores, namespaceKey, subjects),
    usersOf: async (segmentKeys) => stores.segments.usersOf(namespaceKey, segmentKeys),
    releasedFeatures: async () => stores.features.released(),
  };
}

/**
 * Reads each part in a transaction of its own, so that nobody waits long who wants to read as well. Somebody may change
 * the namespace in between, which its revision tells.
 */
export function readingApart(unitOfWork: UnitOfWork, namespaceKey: string): NamespaceReading {
  return {
    outline: async () => unitOfWork.read((stores) => readingIn(stores, namespaceKey).outline()),
    rows: async (parts) => unitOfWork.read((stores) => readingIn(stores, namespaceKey).rows(parts)),
    past: async (asked) => unitOfWork.read((stores) => readingIn(stores, namespaceKey).past(asked)),
    changedSince: async (...asked) =>
      unitOfWork.read((stores) => readingIn(stores, namespaceKey).changedSince(...asked)),
    statesSince: async (...asked) =>
      unitOfWork.read((stores) => readingIn(stores, namespaceKey).statesSince(...asked)),
    pastSince: async (...asked) =>
      unitOfWork.read((stores) => readingIn(stores, namespaceKey).pastSince(...asked)),
    makersOf: async (...asked) =>
      unitOfWork.read((stores) => readingIn(stores, namespaceKey).makersOf(...asked)),
    usersOf: async (keys) => unitOfWork.read((stores) => readingIn(stores, namespaceKey).usersOf(keys)),
    releasedFeatures: async () => unitOfWork.read(({ features }) => features.released()),
  };
}

/** The revision of a namespace; undefined when there is no such namespace. */
export async function revisionOf(
  unitOfWork: UnitOfWork,
  namespaceKey: string,
): Promise<Revision | undefined> {
  return unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey));
}

/**
 * What `work` makes of a namespace at one revision. It is read apart, and once more in one transaction if somebody has
 * changed it meanwhile.
 */
export async function readConsistently<T>(
  unitOfWork: UnitOfWork,
  namespaceKey: string,
  work: (reading: NamespaceReading, outline: RevisionOutline | undefined) => Promise<T>,
): Promise<T> {
  const apart = readingApart(unitOfWork, namespaceKey);
  const outline = await apart.outline();
  const result = await work(apart, outline);
  if (isSameRevision(await revisionOf(unitOfWork, namespaceKey), outline?.revision)) return result;
  return unitOfWork.read(async (stores) => {
    const atOnce = readingIn(stores, namespaceKey);
    return work(atOnce, await atOnce.outline());
  });
}
