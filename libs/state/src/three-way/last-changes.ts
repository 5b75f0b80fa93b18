import type { PartPlace } from '@pennon/domain';
import { isSameJson } from '../same-json';
import type { Three } from '../merge/merge-report';
import { mergeStates, type States } from './merge-states';

/** What others had made of the base at one time. */
export interface PastStates<R> {
  /** What made it that. */
  readonly revision: R;
  readonly states: States;
}

/** What others made of one part. */
type Changed = PartPlace & { readonly latest: unknown };

/**
 * Finds what last changed each part that others have changed since the base.
 *
 * @param past Every state between the base and latest that differs from the one before, oldest first, with latest.
 * @returns For a part that a merge of the three tells of, the revision; undefined if none of them did.
 */
export function lastChanges<R>(
  three: Three<States>,
  past: readonly PastStates<R>[],
): (changed: Changed) => R | undefined {
  // Only where somebody asks: every state is a merge of its own.
  let told: readonly (readonly Changed[])[] | undefined;
  const changesIn = ({ states }: PastStates<R>): readonly Changed[] => {
    const { theirs, conflicts } = mergeStates({ ...three, latest: states });
    return [...theirs, ...conflicts];
  };
  return (changed) => {
    told ??= past.map(changesIn);
    // What was taken away is told without a value, and what was not changed is not told.
    const values = told.map((changes) => {
      const found = changes.find((other) => isSamePart(other, changed));
      return found && { latest: found.latest };
    });
    const index = values.findLastIndex((value, place) => !isSameJson(value, values[place - 1]));
    return past[index]?.revision;
  };
}

/** New rows are known by what they are: they may have stood elsewhere. */
function isSamePart(one: Changed, other: Changed): boolean {
  if (one.kind !== other.kind || one.key !== other.key || one.part !== other.part) return false;
  if (!other.item.startsWith('+')) return one.item === other.item;
  return one.item.startsWith('+') && isSameJson(one.latest, other.latest);
}
