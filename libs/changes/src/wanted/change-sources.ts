import { type NamespaceDocument } from '@pennon/document';
import {
  FailedPreconditionError,
  invalidField,
  NotFoundError,
  quote,
  type Revision,
  revisionText,
  type SubjectKey,
} from '@pennon/domain';
import { type FlagState, type SegmentState, segmentsUsedBy } from '@pennon/state';
import type { UnitOfWork } from '@pennon/storage';
import { assertPresent, compareSubjects, findEntry } from '../history/namespace-history';
import { keptRevision, pastState, pastStates, statesAt, type PastState } from '../history/past-states';
import { readStates } from '../history/read-states';
import { subjectNotFound } from '../history/stored-states';
import type { NamespaceExports } from '../reading/namespace-exports';
import { readingApart } from '../reading/namespace-reading';
import { chosenAmong, partsOfBefore } from './reverted-parts';
import { differenceWarnings } from './segment-conditions';
import { namespaceOnly, type WantedState, wantedOf } from './wanted-state';

/** Which flags and segments to put back; all that were changed since, if both are empty. */
export interface RestoreChoice {
  readonly flags: readonly string[];
  readonly segments: readonly string[];
}

/** What to put back of that which a revision changed; all of it, if everything is empty. */
export interface RevertChoice extends RestoreChoice {
  /** Parts of flags and segments, in the words of the API. */
  readonly parts: readonly string[];
}

const ALL_REVERTED: RevertChoice = { flags: [], segments: [], parts: [] };

/** Which flags to take from another namespace. */
export interface PromoteChoice {
  readonly fromNamespace: string;
  /** All of them, if it is empty. */
  readonly flags: readonly string[];
  /** Segments that flags look at: those that the namespace lacks, or all of them. */
  readonly includeSegments: 'missing' | 'all';
}

/** What a promotion wants, and what is odd about it. */
export interface PromotedState {
  readonly wanted: WantedState;
  readonly warnings: readonly string[];
}

/** Most subjects that a choice may name. */
const MAX_CHOSEN = 1000;

/** Where wanted states come from beside documents: from other times, and from other namespaces. */
export class ChangeSources {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly exports: NamespaceExports,
  ) {}

  /**
   * Flags and segments as they were.
   *
   * @throws NotFoundError if the state of that revision is not known, or the namespace was not there, or a chosen flag
   *   or segment was not there and is not there now.
   */
  async restore(namespaceKey: string, asked: Revision, choice: RestoreChoice): Promise<WantedState> {
    const chosen = subjectsOf(choice);
    assertFew('restore', chosen);
    return this.unitOfWork.read(async (stores) => {
      const { revision } = await keptRevision(stores, namespaceKey, asked);
      const states =
        chosen.length === 0
          ? await pastStates(stores, namespaceKey, revision)
          : await statesAt(stores, namespaceKey, revision, chosen);
      if (states.some(({ kind, state }) => kind === 'namespace' && state === undefined))
        throw new NotFoundError(`there was no namespace ${quote(namespaceKey)} at revision ${revision}`);
      const absent = chosen.length === 0 ? [] : states.filter(({ state }) => state === undefined);
      await assertPresent(stores, namespaceKey, absent, `at revision ${revisionText(asked)}`);
      return wantedOf(namespaceKey, inOrder(states));
    });
  }

  /**
   * What a revision changed, as it was before.
   *
   * @param choice All of it, unless given.
   * @throws NotFoundError if the history does not have what the revision changed.
   * @throws InvalidFieldError if it did not change what is chosen.
   * @throws FailedPreconditionError if it created or deleted the namespace, and that is chosen.
   */
  async before(namespaceKey: string, asked: Revision, choice = ALL_REVERTED): Promise<WantedState> {
    const chosen = subjectsOf(choice);
    assertFew('flags', chosen);
    return this.unitOfWork.read(async (stores) => {
      const { revision, mark, subjects } = await findEntry(stores, namespaceKey, asked);
      const reverts: Revision = { revision, mark };
      const changed = await stores.history.changedAfter(namespaceKey, revision - 1, revision);
      const reverted = chosenAmong(changed, chosen, asked);
      const before = (await stores.history.itemsOf(namespaceKey, reverted)).map(pastState);
      if (choice.parts.length > 0) {
        const after = await statesAt(stores, namespaceKey, revision, before);
        const parts = partsOfBefore(before, after, { ...choice, chosen, asked });
        return { ...wantedOf(namespaceKey, inOrder(parts)), reverts };
      }
      const isNamespace = reverted.some(({ kind }) => kind === 'namespace');
      if (isNamespace && subjects.some(({ kind, action }) => kind === 'namespace' && action !== 'updated'))
        throw new FailedPreconditionError(
          `revision ${revisionText(asked)} created or deleted namespace ${quote(namespaceKey)}, which no change can undo`,
        );
      return { ...wantedOf(namespaceKey, inOrder(before)), reverts };
    });
  }

  /**
   * Flags of another namespace, with segments that they look at, and warnings of segments that stay and differ. Whether
   * a flag that is there is off stays as it is.
   *
   * @throws NotFoundError if there is no such namespace, or no such flag in it.
   */
  async promote(
    namespaceKey: string,
    { fromNamespace, flags, includeSegments }: PromoteChoice,
  ): Promise<PromotedState> {
    if (fromNamespace === namespaceKey)
      throw invalidField('promote.fromNamespace', 'must be another namespace');
    const exported = await this.exports.read(fromNamespace);
    if (exported === undefined) throw new NotFoundError(`namespace ${quote(fromNamespace)} not found`);
    const chosen = chooseFlags(exported.document, flags);
    const used = new Set(chosen.flatMap(segmentsUsedBy));
    const present = await this.unitOfWork.read(({ contents }) => contents.keys(namespaceKey));
    const kept = new Set(includeSegments === 'all' ? [] : present.segmentKeys);
    const usedSegments = exported.document.segments.filter(({ key }) => used.has(key));
    const segments = usedSegments.filter(({ key }) => !kept.has(key));
    const staying = await this.segments(
      namespaceKey,
      usedSegments.map(({ key }) => key).filter((key) => kept.has(key)),
    );
    return {
      wanted: {
        document: {
          namespace: namespaceOnly(namespaceKey),
          flags: offAsIs(chosen, present.flagKeys),
          segments,
        },
        deletions: { flags: [], segments: [] },
      },
      warnings: differenceWarnings(fromNamespace, usedSegments, namespaceKey, staying),
    };
  }

  /** Some segments of a namespace as they are. */
  private async segments(
    namespaceKey: string,
    segmentKeys: readonly string[],
  ): Promise<readonly SegmentState[]> {
    const segments: SegmentState[] = [];
    const reading = readingApart(this.unitOfWork, namespaceKey);
    for await (const state of readStates(reading, { flagKeys: [], segmentKeys }))
      if (state.kind === 'segment') segments.push(state.value);
    return segments;
  }
}

function chooseFlags({ namespace, flags }: NamespaceDocument, keys: readonly string[]): readonly FlagState[] {
  if (keys.length === 0) return flags;
  const byKey = new Map(flags.map((flag) => [flag.key, flag]));
  return [...new Set(keys)].map((key) => {
    const flag = byKey.get(key);
    if (flag === undefined) throw subjectNotFound({ kind: 'flag', key }, namespace.key);
    return flag;
  });
}

/** A flag that is there is turned on or off where it is, and not by what another namespace does. */
function offAsIs(flags: readonly FlagState[], present: readonly string[]): readonly FlagState[] {
  const known = new Set(present);
  return flags.map((flag) => (known.has(flag.key) ? { ...flag, off: undefined } : flag));
}

function subjectsOf({ flags, segments }: RestoreChoice): readonly SubjectKey[] {
  return [
    ...[...new Set(flags)].map((key): SubjectKey => ({ kind: 'flag', key })),
    ...[...new Set(segments)].map((key): SubjectKey => ({ kind: 'segment', key })),
  ];
}

function assertFew(field: string, chosen: readonly SubjectKey[]): void {
  if (chosen.length > MAX_CHOSEN)
    throw invalidField(field, `must not name more than ${MAX_CHOSEN} flags and segments`);
}

/** States in the order in which they are restored: that of their creation. */
function inOrder(states: readonly PastState[]): readonly PastState[] {
  return states.toSorted(
    (left, right) =>
      (left.state?.createdAt ?? 0) - (right.state?.createdAt ?? 0) || compareSubjects(left, right),
  );
}
