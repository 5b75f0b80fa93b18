import { useCallback } from 'react';
import { useSearchState } from '@/app/search-state';
import * as z from '@/lib/zod';

const schema = z.object({ rule: z.optional(z.string()), rollout: z.optional(z.string()) });

export interface DrawerState {
  /** What the drawer is open for: `new`, or the id of what is edited; undefined while it is closed. */
  readonly subject: string | undefined;
  readonly open: (subject: string) => void;
  readonly close: () => void;
}

/** The drawer of rules or of rollouts: the address says whether it is open, and Back closes it. */
export function useDrawer(of: 'rule' | 'rollout'): DrawerState {
  const [search, setSearch] = useSearchState(schema);
  return {
    subject: search[of],
    open: useCallback(
      (subject) => {
        setSearch({ [of]: subject });
      },
      [setSearch, of],
    ),
    close: useCallback(() => {
      setSearch({ [of]: undefined }, { replace: true });
    }, [setSearch, of]),
  };
}
