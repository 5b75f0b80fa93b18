import { changesOf, onlyFlags, onlySegments } from '@pennon/document';
import type { AuditFact, ChangeCaller, NamespaceContents, SubjectAction, SubjectKey } from '@pennon/domain';
import {
  factsOfFlag,
  factsOfSegment,
  flagRowsBetween,
  grouped,
  inReadingOrder,
  isNothing,
  segmentRowsBetween,
  type StoredFlag,
  type StoredSegment,
  type StoredSubjects,
  ungrouped,
} from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { statesIn } from '../history/stored-states';
import type { Changes } from './changes';
import { PendingRows, type PlannedSubject } from './pending-rows';
import type { Trail } from './trail';

/**
 * What a flag or a segment is to be, of what it is; undefined for one that is not there. It changes nothing itself. It
 * may run several times, each time in a new transaction.
 *
 * @param stores For questions about others.
 */
export type Edit<Stored> = (
  stored: Stored | undefined,
  stores: Stores,
) => Stored | undefined | Promise<Stored | undefined>;

/** A key, or how to find it out. */
export type KeyOfSubject = string | ((stores: Stores) => Promise<string | undefined>);

/** Changes of one flag or one segment: rows before, rows after, and everything else follows from the two. */
export class Edits {
  constructor(private readonly changes: Changes) {}

  /**
   * Makes a flag what the edit says, in one transaction, and writes the rows that differ.
   *
   * @param key Undefined, when found out, for no flag: the edit is asked all the same.
   * @param segmentKeys Segments of which the edit asks whether they exist, which is read together with the flag.
   * @returns The flag as it is now: as it was, if nothing differs.
   * @throws What {@link Changes.apply} and the edit throw, and FailedPreconditionError if another flag distributes to a
   *   variant that is changed or deleted.
   */
  async flag(
    caller: ChangeCaller,
    namespaceKey: string,
    key: KeyOfSubject,
    edit: Edit<StoredFlag>,
    segmentKeys: readonly string[] = [],
  ): Promise<StoredFlag | undefined> {
    return this.changes.apply(caller, namespaceKey, undefined, async (stores, trail) => {
      const found = await keyIn(stores, key);
      stores.segments.askFor(segmentKeys);
      const rows =
        found === undefined ? undefined : await stores.contents.read(namespaceKey, onlyFlags([found]));
      const [before] = rows === undefined ? [] : grouped(rows).flags;
      const after = await edit(before, stores);
      const difference = flagRowsBetween(before, after);
      if (isNothing(difference)) return before;
      const subject = { kind: 'flag', key: (after ?? before)?.key ?? '' } as const;
      const planned: PlannedSubject =
        after === undefined
          ? { ...subject, isDeleted: true }
          : { ...subject, isDeleted: false, before, after, difference };
      await write(stores, namespaceKey, planned);
      take(trail, subject, { planned, before, after, rows, facts: factsOfFlag(before, after, difference) });
      if (after !== undefined) trail.becomes({ kind: 'flag', stored: after });
      trail.writes(onlyFlags([subject.key]), leftRows({ flags: after ? [after] : [], segments: [] }));
      return after;
    });
  }

  /** {@link flag} for a segment; one that is deleted must not be in use. */
  async segment(
    caller: ChangeCaller,
    namespaceKey: string,
    key: string,
    edit: Edit<StoredSegment>,
  ): Promise<StoredSegment | undefined> {
    return this.changes.apply(caller, namespaceKey, undefined, async (stores, trail) => {
      const rows = await stores.contents.read(namespaceKey, onlySegments([key]));
      const [before] = grouped(rows).segments;
      const after = await edit(before, stores);
      const difference = segmentRowsBetween(before, after);
      if (isNothing(difference)) return before;
      const subject = { kind: 'segment', key } as const;
      const planned: PlannedSubject =
        after === undefined
          ? { ...subject, isDeleted: true }
          : { ...subject, isDeleted: false, before, after, difference };
      await write(stores, namespaceKey, planned);
      take(trail, subject, { planned, before, after, rows, facts: factsOfSegment(difference) });
      if (after !== undefined) trail.becomes({ kind: 'segment', stored: after });
      trail.writes(onlySegments([key]), leftRows({ flags: [], segments: after ? [after] : [] }));
      return after;
    });
  }
}

async function write(stores: Stores, namespaceKey: string, planned: PlannedSubject): Promise<void> {
  const pending = new PendingRows(stores, namespaceKey);
  pending.add(planned);
  await pending.write();
}

/** What an edit has done. */
interface Done {
  readonly planned: PlannedSubject;
  readonly before: object | undefined;
  readonly after: object | undefined;
  /** Those that were read. */
  readonly rows: NamespaceContents | undefined;
  readonly facts: readonly AuditFact[];
}

function take(trail: Trail, subject: SubjectKey, { planned, before, after, rows, facts }: Done): void {
  const action: SubjectAction =
    before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated';
  const [state] = rows === undefined ? [] : statesIn(rows);
  for (const fact of facts) trail.add(fact);
  trail.touch(subject, action, state);
  trail.tells(changesOf(planned));
}

function leftRows(subjects: StoredSubjects): NamespaceContents {
  return inReadingOrder(ungrouped(subjects));
}

async function keyIn(stores: Stores, key: KeyOfSubject): Promise<string | undefined> {
  return typeof key === 'string' ? key : key(stores);
}
