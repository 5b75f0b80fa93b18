import {
  mayBeRevision,
  NAMESPACE_SUBJECT,
  NotFoundError,
  quote,
  type Revision,
  type RevisionItem,
  revisionText,
  type SubjectKey,
} from '@pennon/domain';
import { nameOf, type SubjectState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { readAllStates, subjectKeysOf, type RowsReading } from './read-states';
import { readState, unpackState } from './stored-states';

/** What a subject was; the state is undefined when it was not there. */
export interface PastState extends SubjectKey {
  readonly state: SubjectState | undefined;
}

/** A revision that was given out once, and that the history does not have: a failover or a restore took it. */
export class LostRevisionError extends NotFoundError {}

/**
 * A revision whose state is known, with its mark.
 *
 * @throws LostRevisionError if the mark says that it was given out, and the history has another revision of that
 *   number, or does not get so far.
 * @throws NotFoundError if there is, and was, no such namespace, if it has no such revision yet, or if its history
 *   does not go back that far.
 */
export async function keptRevision(stores: Stores, namespaceKey: string, asked: Revision): Promise<Revision> {
  const latest = await latestRevision(stores, namespaceKey);
  const of = `revision ${revisionText(asked)} of namespace ${quote(namespaceKey)}`;
  const { revision } = asked;
  if (revision > latest.revision) {
    const message = `${of} not found: the latest is ${latest.revision}`;
    throw asked.mark === undefined ? new NotFoundError(message) : new LostRevisionError(message);
  }
  const [known = asked] = await stores.history.marked(namespaceKey, [revision]);
  if (!mayBeRevision(asked, known))
    throw new LostRevisionError(
      `${of} not found: it was lost, and revision ${revisionText(known)} took its place`,
    );
  const first = await earliestKnown(stores, namespaceKey);
  if (revision < first) throw new NotFoundError(`${of} not found: the history begins at revision ${first}`);
  return known;
}

/** The earliest revision whose state is known. @throws NotFoundError if there never was such a namespace. */
export async function earliestKnown(stores: Stores, namespaceKey: string): Promise<number> {
  const { history, namespaces } = stores;
  // What this transaction raises the revision to has no entry yet.
  const entry =
    (await history.earliest(namespaceKey)) ?? (await namespaces.raisedRevision(namespaceKey))?.revision;
  // An entry says what was before it.
  return entry === undefined ? (await latestRevision(stores, namespaceKey)).revision : entry - 1;
}

/** The revision of a namespace, also of one that was deleted. @throws NotFoundError if there never was one. */
export async function latestRevision({ history }: Stores, namespaceKey: string): Promise<Revision> {
  const found = await history.latest(namespaceKey);
  if (found === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
  return found;
}

/** What subjects were at a revision, as far as they were changed since; all others are what they were. */
export async function pastStates(
  { history }: Stores,
  namespaceKey: string,
  revision: number,
): Promise<readonly PastState[]> {
  const changed = await history.changedAfter(namespaceKey, revision);
  return (await history.itemsOf(namespaceKey, changed)).map(pastState);
}

/**
 * What some subjects were at a revision that is known, in their order. All of it is in memory: a few hundred, please.
 */
export async function statesAt(
  stores: Stores,
  namespaceKey: string,
  revision: number,
  subjects: readonly SubjectKey[],
): Promise<readonly PastState[]> {
  const { history } = stores;
  const changed = await history.firstChanges(namespaceKey, revision, subjects);
  const past = (await history.itemsOf(namespaceKey, changed)).map(pastState);
  const known = new Map(past.map((one) => [nameOf(one), one]));
  const unchanged = subjects.filter((subject) => !known.has(nameOf(subject)));
  for (const state of await presentStates(stores, namespaceKey, unchanged)) {
    known.set(nameOf(state), { kind: state.kind, key: state.key, state });
  }
  return subjects.map(
    (subject) => known.get(nameOf(subject)) ?? { kind: subject.kind, key: subject.key, state: undefined },
  );
}

/** What the subject of an item was before it. */
export function pastState({ kind, key, createdAt, before }: RevisionItem): PastState {
  const subject = { kind, key };
  return { ...subject, state: before === undefined ? undefined : unpackState(subject, createdAt, before) };
}

async function presentStates(
  stores: Stores,
  namespaceKey: string,
  subjects: readonly SubjectKey[],
): Promise<readonly SubjectState[]> {
  const isNamed = subjects.some(({ kind }) => kind === 'namespace');
  const namespace = isNamed ? await readState(stores, namespaceKey, NAMESPACE_SUBJECT) : undefined;
  const reading: RowsReading = { rows: (parts) => stores.contents.read(namespaceKey, parts) };
  const others = await readAllStates(reading, subjectKeysOf(subjects));
  return namespace === undefined ? others : [namespace, ...others];
}
