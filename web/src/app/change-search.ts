import { createContext, use, useCallback } from 'react';
import { type DataRouter, useLocation, useNavigate } from 'react-router';

/** The router itself: its state holds now, where the hooks of the router tell what was rendered last. */
export const RouterContext = createContext<DataRouter | undefined>(undefined);

export interface ChangeSearchOptions {
  /** Changes the address without a step back, as typing into a search field does. */
  readonly replace?: boolean;
  /** Goes to that page on the way; this page unless it is given. */
  readonly pathname?: string;
}

/**
 * Changes what the address has after `?`, beginning with what it has now: another change of the same moment is kept. A
 * page that somebody has left changes nothing any more, and what only follows (`replace`) calls nobody back who is on
 * the way to another page.
 */
export function useChangeSearch(): (
  change: (params: URLSearchParams) => void,
  options?: ChangeSearchOptions,
) => void {
  const router = use(RouterContext);
  const { pathname: ownPath } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false, pathname = ownPath } = {}) => {
      if (router === undefined) throw new Error('There is no router.');
      const { location, navigation } = router.state;
      if (location.pathname !== ownPath || (replace && navigation.state !== 'idle')) return;
      const params = new URLSearchParams(location.search);
      change(params);
      void navigate({ pathname, search: params.toString() }, { replace });
    },
    [router, ownPath, navigate],
  );
}
