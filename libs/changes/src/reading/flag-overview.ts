import { partWord } from '@pennon/document';
import { NotFoundError, quote, type SubjectKey } from '@pennon/domain';
import {
  changedParts,
  flagParts,
  type FlagState,
  isSameState,
  nameOf,
  segmentsUsedBy,
  type SubjectState,
} from '@pennon/state';
import type { FlagSearch, FoundFlag, SegmentPlace, Stores, UnitOfWork } from '@pennon/storage';
import { readAllStates, subjectKeysOf, type RowsReading } from '../history/read-states';
import { readState, subjectNotFound } from '../history/stored-states';

/** How a flag of one namespace differs from the flag of the same key in another one. */
export interface FlagElsewhere {
  readonly namespaceKey: string;
  /** False if the other namespace has no flag of the key. */
  readonly isThere: boolean;
  /** Parts that differ, in the words of the API. */
  readonly parts: readonly string[];
  /** Segments that one of the two flags uses, and that differ or are missing on one side, by key. */
  readonly segments: readonly string[];
}

/** A flag of a list, with how many changes name it that wait. */
export interface ListedFlag extends FoundFlag {
  readonly waitingChanges: number;
}

/** What flags and segments have to do with each other, in one namespace and across namespaces. */
export class FlagOverview {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Flags of several namespaces. At most five statements. */
  async find(search: FlagSearch): Promise<readonly ListedFlag[]> {
    return this.unitOfWork.read(async ({ flags, changeSubjects }) => {
      const found = await flags.search(search);
      const waiting = await changeSubjects.countWaiting(found);
      return found.map((flag, index) => ({ ...flag, waitingChanges: waiting[index] ?? 0 }));
    });
  }

  /**
   * The rules and rollouts that use a segment, by flag and rank.
   *
   * @param limit Most of them.
   * @throws NotFoundError if there is no such segment.
   */
  async usesOf(namespaceKey: string, segmentKey: string, limit: number): Promise<readonly SegmentPlace[]> {
    return this.unitOfWork.read(async ({ segments }) => {
      const places = await segments.placesOf(namespaceKey, segmentKey, limit);
      if (places.length === 0 && !(await segments.exists(namespaceKey, segmentKey)))
        throw subjectNotFound({ kind: 'segment', key: segmentKey }, namespaceKey);
      return places.slice(0, limit);
    });
  }

  /**
   * Compares a flag with those of the same key in other namespaces, with the segments that they use.
   *
   * @throws NotFoundError if the namespace has no such flag, or one of the others is not there.
   */
  async compare(
    namespaceKey: string,
    flagKey: string,
    others: readonly string[],
  ): Promise<readonly FlagElsewhere[]> {
    return this.unitOfWork.read(async (stores) => {
      const flag = await flagIn(stores, namespaceKey, flagKey);
      if (flag === undefined) throw subjectNotFound({ kind: 'flag', key: flagKey }, namespaceKey);
      const found: FlagElsewhere[] = [];
      for (const other of others) {
        if (!(await stores.namespaces.exists(other)))
          throw new NotFoundError(`namespace ${quote(other)} not found`);
        found.push(await compareWith(stores, { namespaceKey, flag }, other));
      }
      return found;
    });
  }
}

async function compareWith(
  stores: Stores,
  { namespaceKey, flag }: { readonly namespaceKey: string; readonly flag: FlagState },
  other: string,
): Promise<FlagElsewhere> {
  const elsewhere = await flagIn(stores, other, flag.key);
  if (elsewhere === undefined) return { namespaceKey: other, isThere: false, parts: [], segments: [] };
  const used = [...new Set([flag, elsewhere].flatMap(segmentsUsedBy))].sort();
  const segments = used.map((key): SubjectKey => ({ kind: 'segment', key }));
  const [here, there] = [
    await statesIn(stores, namespaceKey, segments),
    await statesIn(stores, other, segments),
  ];
  return {
    ...{ namespaceKey: other, isThere: true },
    parts: changedParts(flagParts, flag, elsewhere).map(partWord),
    segments: segments
      .filter((segment) => !isSameState(here.get(nameOf(segment)), there.get(nameOf(segment))))
      .map(({ key }) => key),
  };
}

async function flagIn(stores: Stores, namespaceKey: string, key: string): Promise<FlagState | undefined> {
  const state = await readState(stores, namespaceKey, { kind: 'flag', key });
  return state?.kind === 'flag' ? state.value : undefined;
}

async function statesIn(
  { contents }: Stores,
  namespaceKey: string,
  subjects: readonly SubjectKey[],
): Promise<ReadonlyMap<string, SubjectState>> {
  const reading: RowsReading = { rows: (parts) => contents.read(namespaceKey, parts) };
  const states = await readAllStates(reading, subjectKeysOf(subjects));
  return new Map(states.map((state) => [nameOf(state), state]));
}
