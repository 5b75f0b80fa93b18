import type { Instant } from '@pennon/domain';

/** Gives rows that are new their ids, and all that is written its moment. */
export interface NewRows {
  /** An id that nothing has. */
  id(): string;
  /** Later than every moment that it gave before: the order of creation is that of the moments. */
  now(): Instant;
}

/** A row that is new. */
export function newRow(
  namespaceKey: string,
  rows: NewRows,
): {
  readonly id: string;
  readonly namespaceKey: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
} {
  const now = rows.now();
  return { id: rows.id(), namespaceKey, createdAt: now, updatedAt: now };
}
