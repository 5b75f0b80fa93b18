import { segmentsUsedBy, type NamespaceDocument } from '@pennon/document';
import {
  FailedPreconditionError,
  invalidField,
  NotFoundError,
  quote,
  type Revision,
  revisionText,
  type SubjectKey,
} from '@pennon/domain';
import type { FlagState, SegmentState } from '@pennon/state';
import type { UnitOfWork } from '@pennon/storage';
import { assertPresent, compareSubjects, findEntry } from '../history/namespace-history';
import { keptRevision, pastState, pastStates, statesAt, type PastState } from '../history/past-states';
import { readStates } from '../history/read-states';
import type { NamespaceExports } from '../reading/namespace-exports';
import { readingApart } from '../reading/namespace-reading';
import { differenceWarnings } from './segment-conditions';
import type { WantedState } from './wanted-state';

/** Which flags and segments to put back; all that were changed since, if both are empty. */
export interface RestoreChoice {
  readonly flags: readonly string[];
  readonly segments: readonly string[];
}

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
    assertFew(chosen);
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
      return wantedOf(namespaceKey, states);
    });
  }

  /**
   * What a revision changed, as it was before.
   *
   * @throws NotFoundError if the history does not have what the revision changed.
   * @throws FailedPreconditionError if it created or deleted the namespace.
   */
  async before(namespaceKey: string, asked: Revision): Promise<WantedState> {
    return this.unitOfWork.read(async (stores) => {
      const { revision, subjects } = await findEntry(stores, namespaceKey, asked);
      const changed = await stores.history.changedAfter(namespaceKey, revision - 1, revision);
      const states = (await stores.history.itemsOf(namespaceKey, changed)).map(pastState);
      if (subjects.some(({ kind, action }) => kind === 'namespace' && action !== 'updated'))
        throw new FailedPreconditionError(
          `revision ${revisionText(asked)} created or deleted namespace ${quote(namespaceKey)}, which no change can undo`,
        );
      return wantedOf(namespaceKey, states);
    });
  }

  /**
   * Flags of another namespace, with segments that they look at, and warnings of segments that stay and differ.
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
        document: { namespace: namespaceOnly(namespaceKey), flags: chosen, segments },
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
    if (flag === undefined)
      throw new NotFoundError(`flag ${quote(key)} not found in namespace ${quote(namespace.key)}`);
    return flag;
  });
}

function subjectsOf({ flags, segments }: RestoreChoice): readonly SubjectKey[] {
  return [
    ...[...new Set(flags)].map((key): SubjectKey => ({ kind: 'flag', key })),
    ...[...new Set(segments)].map((key): SubjectKey => ({ kind: 'segment', key })),
  ];
}

function assertFew(chosen: readonly SubjectKey[]): void {
  if (chosen.length > MAX_CHOSEN)
    throw invalidField('restore', `must not name more than ${MAX_CHOSEN} flags and segments`);
}

/** The states as what is wanted: what was not there is to be deleted. */
function wantedOf(namespaceKey: string, states: readonly PastState[]): WantedState {
  const flags: FlagState[] = [];
  const segments: SegmentState[] = [];
  const deletions = { flags: [] as string[], segments: [] as string[] };
  let namespace: NamespaceDocument['namespace'] = namespaceOnly(namespaceKey);
  // Restored in the order of their creation.
  const inOrder = states.toSorted(
    (left, right) =>
      (left.state?.createdAt ?? 0) - (right.state?.createdAt ?? 0) || compareSubjects(left, right),
  );
  for (const { kind, key, state } of inOrder) {
    if (state?.kind === 'namespace') namespace = { key: namespaceKey, ...state.value };
    else if (state?.kind === 'flag') flags.push(state.value);
    else if (state?.kind === 'segment') segments.push(state.value);
    else if (kind !== 'namespace') deletions[kind === 'flag' ? 'flags' : 'segments'].push(key);
  }
  return { document: { namespace, flags, segments }, deletions };
}

/** A namespace that keeps its name and description. */
function namespaceOnly(key: string): NamespaceDocument['namespace'] {
  return { key, name: undefined, description: undefined };
}
