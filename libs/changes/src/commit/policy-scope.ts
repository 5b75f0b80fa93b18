import type { PolicyScope, RevisionItem, SubjectKey } from '@pennon/domain';
import type { FlagState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { readStates, subjectKeysOf } from '../history/read-states';
import { unpackState } from '../history/stored-states';
import { readingIn, type NamespaceReading } from '../reading/namespace-reading';

/** What a change touches. */
export interface Touched {
  readonly subjects: readonly SubjectKey[];
  /** What some of the flags were, or are to be, beside what they are now. */
  readonly states: Iterable<FlagState>;
}

/** True for a policy that holds for every change of its namespace. */
export function isForAll({ tags, keys }: PolicyScope): boolean {
  return tags.length + keys.length === 0;
}

/**
 * True if a policy holds for what a change touches: a flag or segment of one of its keys, a flag with one of its tags,
 * or a segment that such a flag uses.
 *
 * A flag that uses a segment no more, or does not use it yet, is touched itself: the flags that use it now suffice.
 */
export async function holdsFor(
  reading: Pick<NamespaceReading, 'rows' | 'usersOf'>,
  { tags, keys }: PolicyScope,
  { subjects, states }: Touched,
): Promise<boolean> {
  const touched = subjectKeysOf(subjects);
  const users = await reading.usersOf(touched.segmentKeys);
  const flagKeys = [...new Set([...touched.flagKeys, ...users.map(({ flagKey }) => flagKey)])];
  const wantedKeys = new Set(keys);
  if ([...flagKeys, ...touched.segmentKeys].some((key) => wantedKeys.has(key))) return true;
  if (tags.length === 0) return false;
  const wantedTags: ReadonlySet<unknown> = new Set(tags);
  for (const state of states) if (hasTag(state, wantedTags)) return true;
  for await (const state of readStates(reading, { flagKeys, segmentKeys: [] }))
    if (state.kind === 'flag' && hasTag(state.value, wantedTags)) return true;
  return false;
}

/** True if a flag has one of the tags in the list `tags` of its metadata. */
export function hasTag({ metadata }: FlagState, tags: ReadonlySet<unknown>): boolean {
  const { tags: held } = metadata ?? {};
  return Array.isArray(held) && held.some((tag) => tags.has(tag));
}

/** The same of a change at its end, in its transaction. A policy always holds for the end of its namespace. */
export async function holdsForItems(
  stores: Stores,
  namespaceKey: string,
  scope: PolicyScope,
  items: readonly RevisionItem[],
): Promise<boolean> {
  if (isForAll(scope)) return true;
  if (items.some(({ kind, action }) => kind === 'namespace' && action === 'deleted')) return true;
  return holdsFor(readingIn(stores, namespaceKey), scope, { subjects: items, states: flagsBefore(items) });
}

/** What the flags were that a change touches, one after another. */
function* flagsBefore(items: readonly RevisionItem[]): Generator<FlagState> {
  for (const { before, createdAt, kind, key } of items) {
    if (before === undefined) continue;
    const state = unpackState({ kind, key }, createdAt, before);
    if (state.kind === 'flag') yield state.value;
  }
}
