import { useSyncExternalStore } from 'react';

/** Below this width tables are lists of cards. */
const NARROW = '(width < 48rem)';

/** True on a window too narrow for tables. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => {
    media.removeEventListener('change', listener);
  };
}
