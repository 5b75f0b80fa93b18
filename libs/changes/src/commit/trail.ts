import { isDeepStrictEqual } from 'node:util';
import type { ImportChange } from '@pennon/document';
import {
  createdFact,
  deletedFact,
  updatedFact,
  type AuditedState,
  type AuditFact,
  type Instant,
  type NamespaceContents,
  type NamespaceParts,
  type Release,
  type Revision,
  type RevisionItem,
  type RevisionLines,
  type SubjectAction,
  type SubjectKey,
  type WrittenParts,
} from '@pennon/domain';
import {
  nameOf,
  stateOfFlag,
  stateOfSegment,
  type StoredFlag,
  type StoredSegment,
  type SubjectState,
} from '@pennon/state';
import { revisionBefore, type StoredRevision } from '@pennon/storage';
import { featuresOf, featureUses, type FeatureUser } from '../history/feature-uses';
import { packState } from '../history/stored-states';
import { FirstLines } from './first-lines';

/**
 * Takes down what a change does while it is made, to be written at its end: facts for the audit log, and for the
 * history what each subject was. There is a new one for every attempt. A change that leaves it empty has changed
 * nothing, and is undone.
 */
export class Trail {
  private readonly taken: AuditFact[] = [];
  private readonly used = new Map<string, readonly string[]>();
  private readonly touched = new Map<string, RevisionItem>();
  private readonly told = new FirstLines();
  private over: readonly Revision[] = [];
  private overUpTo = 0;
  private howReleased: Release | undefined;
  private wrote: Pick<WrittenParts, 'parts' | 'rows'> | undefined;

  /** @param uses The features that flags and segments may use; those of this version, unless given. */
  constructor(private readonly uses = featureUses) {}

  get facts(): readonly AuditFact[] {
    return this.taken;
  }

  /** One for each flag and segment that is changed, and for the namespace itself. */
  get items(): readonly RevisionItem[] {
    return [...this.touched.values()];
  }

  /** The revisions of others over which the change was merged. */
  get mergedRevisions(): readonly Revision[] {
    return this.over;
  }

  /** The last revision of others over which the change may have been merged; 0 for none. */
  get mergedUpTo(): number {
    return this.overUpTo;
  }

  /** How a change that has waited came to be applied; undefined for one that has not. */
  get release(): Release | undefined {
    return this.howReleased;
  }

  /** What the history tells of the change in a few lines; undefined if nobody has taken down any. */
  get lines(): RevisionLines | undefined {
    return this.told.lines;
  }

  /**
   * Takes down what the change was merged over.
   *
   * @param revisions Those that the history has.
   * @param upTo The last of them, or of those that it does not have any more; 0 for none.
   */
  mergedOver(revisions: readonly Revision[], upTo: number): void {
    this.over = revisions;
    this.overUpTo = upTo;
  }

  /** Takes down how a change that has waited came to be applied. */
  released(release: Release): void {
    this.howReleased = release;
  }

  /** Takes down what people are told of what is changed, in that order. */
  tells(changes: readonly ImportChange[]): void {
    this.told.add(changes);
  }

  /** True for a change that has changed nothing. */
  get isEmpty(): boolean {
    return this.taken.length === 0 && this.touched.size === 0;
  }

  created(thing: AuditedState): void {
    this.add(createdFact(thing));
  }

  /**
   * Takes down that something is another thing now, unless it is the same but for the time of its change.
   *
   * @param stateOf What the audit log says of it.
   * @returns What the change leaves: `before`, with its time, if nothing else differs.
   */
  updated<T extends object>(stateOf: (thing: T) => AuditedState, before: T, after: T): T {
    if (isDeepStrictEqual(withoutTime(before), withoutTime(after))) return before;
    this.add(updatedFact(stateOf(before), stateOf(after)));
    return after;
  }

  /** @param thing Undefined if it was not there: then there is nothing to tell. */
  deleted(thing: AuditedState | undefined): void {
    if (thing !== undefined) this.add(deletedFact(thing));
  }

  /** Takes down a fact for the audit log. */
  add(fact: AuditFact): void {
    this.taken.push(fact);
  }

  /**
   * Takes down for the history that a subject is changed. What is said first counts.
   *
   * @param before What it was; undefined when it was not there.
   */
  touch({ kind, key }: SubjectKey, action: SubjectAction, before: SubjectState | undefined): void {
    const name = nameOf({ kind, key });
    if (this.touched.has(name)) return;
    const { createdAt = 0 } = before ?? {};
    this.touched.set(name, { kind, key, action, createdAt, before: before && packState(before) });
  }

  /** Takes down what a flag or segment has become, so that nobody has to read which features it uses. */
  becomes(after: Become): void {
    const { kind, stored } = after;
    this.used.set(nameOf({ kind, key: stored.key }), featuresOf(userOf(after), this.uses));
  }

  /** The features that a flag or segment uses now; undefined if nobody has taken down what it has become. */
  featuresOf(subject: SubjectKey): readonly string[] | undefined {
    return this.used.get(nameOf(subject));
  }

  /** Takes down all that a change leaves of the parts that it writes, so that nobody has to read it. */
  writes(parts: NamespaceParts, rows: NamespaceContents): void {
    this.wrote = { parts, rows };
  }

  /** What was written; undefined if nobody has taken it down. @param features That the namespace uses now. */
  writtenAt(raised: StoredRevision, features: readonly string[]): WrittenParts | undefined {
    if (this.wrote === undefined) return undefined;
    const { revision, mark } = raised;
    return { before: revisionBefore(raised), after: { revision, mark }, features, ...this.wrote };
  }

  /** What the facts say that was done to a subject. @param before What it was. */
  actionOn({ kind, key }: SubjectKey, before: SubjectState | undefined): SubjectAction {
    if (before === undefined) return 'created';
    const isDeleted = this.taken.some(
      (fact) => fact.action === 'deleted' && fact.type === kind && (kind === 'namespace' || fact.key === key),
    );
    return isDeleted ? 'deleted' : 'updated';
  }
}

/** What a thing is, whenever it became that. */
function withoutTime(thing: object & { readonly updatedAt?: Instant }): object {
  const { updatedAt: _, ...rest } = thing;
  return rest;
}

/** A flag or a segment, as it was written. */
export type Become =
  | { readonly kind: 'flag'; readonly stored: StoredFlag }
  | { readonly kind: 'segment'; readonly stored: StoredSegment };

function userOf({ kind, stored }: Become): FeatureUser {
  if (kind === 'segment') return { kind, value: stateOfSegment(stored) };
  return { kind, value: stateOfFlag(stored, stored.variants, ({ attachment }) => attachment) };
}
