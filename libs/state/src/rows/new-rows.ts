import type { Instant } from '@pennon/domain';

/** A noun whose rows have ids. */
export type NounWithIds = 'variant' | 'rule' | 'distribution' | 'rollout' | 'constraint';

/** What tells a row from others of its noun in a namespace: keys and, where it has none, its position from 0. */
export type RowName = readonly (string | number)[];

/** Gives rows that are new their ids, and all that is written its moment and author. */
export interface NewRows {
  /** The id of a new row. Either nothing has it yet, or it follows from the name, which no other row has. */
  id(noun: NounWithIds, ...name: RowName): string;
  /** Later than every moment that it gave before, where the order of creation is that of the moments. */
  now(): Instant;
  /** Who turns flags off, where their states do not say; `''` for nobody who is known. */
  readonly author: string;
}

/** What every row has that is new. */
interface New {
  readonly id: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A row that is new, and says that. */
export function newRow<Said extends object>(
  said: Said,
  rows: NewRows,
  noun: NounWithIds,
  ...name: RowName
): Said & New {
  const now = rows.now();
  // An import makes a hundred thousand rows, and members behind a spread take ten times as long as in front of it.
  return { id: rows.id(noun, ...name), createdAt: now, updatedAt: now, ...said };
}
