import { groupBy } from '@pennon/domain';

/** Rows of flags, each with its position among those of its flag, 1-based. */
export function positions<T extends { readonly flag_key: string }>(
  rows: readonly T[],
): readonly { readonly row: T; readonly position: number }[] {
  const ofFlags = [...groupBy(rows, (row) => row.flag_key).values()];
  return ofFlags.flatMap((ofFlag) => ofFlag.map((row, index) => ({ row, position: index + 1 })));
}
