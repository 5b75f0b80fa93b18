import { flagParts } from '../parts/flag-parts';
import { namespaceParts } from '../parts/namespace-parts';
import { partNames } from '../parts/part';
import { segmentParts } from '../parts/segment-parts';
import type { SubjectState } from '../subject-state';
import { mergeStates, statesOf } from './merge-states';

/** What a subject was before a revision changed it. */
export interface Replaced<R> {
  readonly revision: R;
  /** Undefined when it was not there. */
  readonly before: SubjectState | undefined;
}

/** A part of a subject, or an item of the part, and the revision that last changed it. */
export interface BlamedPart<R> {
  /** As of `PartPlace`, counted in the present state. */
  readonly part: string;
  /** `''` for all of the part. */
  readonly item: string;
  /** Undefined if none of the revisions changed it. */
  readonly revision: R | undefined;
}

/**
 * Finds what last changed each part of a subject.
 *
 * @param history What its revisions replaced, the latest first.
 * @returns Every part as a whole in the order of its table, each followed by its items that are known to have changed,
 *   the last changed first. Items that are gone count only for the whole.
 */
export function blame<R>(present: SubjectState, history: readonly Replaced<R>[]): readonly BlamedPart<R>[] {
  const now = statesOf([present]);
  const byPart = new Map<string, Map<string, R>>();
  for (const { revision, before } of history) {
    const then = statesOf(before === undefined ? [] : [before]);
    for (const { part, item } of mergeStates({ base: now, mine: now, latest: then }).theirs) {
      const items = byPart.get(part) ?? new Map<string, R>();
      byPart.set(part, items);
      for (const one of ['', item]) if (!items.has(one)) items.set(one, revision);
    }
    // What there was before it was created was another one of its key.
    if (before === undefined) break;
  }
  const creation = byPart.get('whole')?.get('');
  return namesOf(present).flatMap((part) => {
    const items = [...(byPart.get(part) ?? [])].filter(([item]) => item !== '' && !item.startsWith('+'));
    return [
      { part, item: '', revision: byPart.get(part)?.get('') ?? creation },
      ...items.map(([item, revision]) => ({ part, item, revision })),
    ];
  });
}

function namesOf({ kind }: SubjectState): readonly string[] {
  switch (kind) {
    case 'flag':
      return partNames(flagParts);
    case 'segment':
      return partNames(segmentParts);
    case 'namespace':
      return partNames(namespaceParts);
  }
}
