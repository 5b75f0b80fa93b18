import { isOnlyTurnedOff, statesOf, type SubjectState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { readState, unpackState } from '../history/stored-states';
import type { Trail } from './trail';

/** Most flags that a direct write may turn off without approvals: each is read. */
const MAX_FLAGS = 100;

/** True if a write, at its end, has done nothing but turn flags off. Reads them if all that it touched is off. */
export async function hasOnlyTurnedOff(
  stores: Stores,
  namespaceKey: string,
  trail: Pick<Trail, 'featuresOf' | 'items'>,
): Promise<boolean> {
  const { items } = trail;
  const mayBe = items.every((item) => trail.featuresOf(item)?.includes('off') === true);
  if (!mayBe || items.length > MAX_FLAGS) return false;
  const before: SubjectState[] = [];
  const after: SubjectState[] = [];
  for (const { before: packed, createdAt, ...subject } of items) {
    if (packed !== undefined) before.push(unpackState(subject, createdAt, packed));
    const state = await readState(stores, namespaceKey, subject);
    if (state !== undefined) after.push(state);
  }
  return isOnlyTurnedOff(statesOf(before), statesOf(after));
}
