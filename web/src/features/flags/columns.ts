import { useMemo } from 'react';
import { usePreferences } from '@/app/preferences';

/** Columns that people may hide; name, state and actions always show. */
export const columns = ['type', 'audience', 'targeting', 'tags', 'updated', 'created'] as const;

export type Column = (typeof columns)[number];

/** Those that show until somebody chooses. */
const usual: readonly string[] = ['type', 'audience', 'targeting', 'tags', 'updated'];

/** The columns that show, in their order; remembered names that are no columns any more are left out. */
export function useColumns(): readonly Column[] {
  const { flagColumns = usual } = usePreferences();
  return useMemo(() => columns.filter((column) => flagColumns.includes(column)), [flagColumns]);
}
