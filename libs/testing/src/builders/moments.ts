import { type Instant } from '@pennon/domain';

/** When everything that builders make was made, unless a test says otherwise: 2023-11-14T22:13:20Z. */
export const SOME_MOMENT: Instant = 1_700_000_000_000_000;

/** Both times of a row at {@link SOME_MOMENT}. */
export const someTimes = { createdAt: SOME_MOMENT, updatedAt: SOME_MOMENT } as const;

/** Both times of a row, `microseconds` after {@link SOME_MOMENT}: what gives rows a creation order. */
export function timesAfter(microseconds: number): { createdAt: Instant; updatedAt: Instant } {
  return { createdAt: SOME_MOMENT + microseconds, updatedAt: SOME_MOMENT + microseconds };
}
