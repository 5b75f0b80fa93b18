import { type QueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { isNotFound } from '@/api/api-error';
import { flagQuery } from '@/api/flags';
import { segmentQuery } from '@/api/segments';
import { namespacePath } from './namespace';

/** Where a switch of namespaces leads; `missing` is the key that the other namespace does not have. */
export interface SwitchTarget {
  readonly path: string;
  readonly missing?: string;
}

const consoleSections: readonly string[] = ['console', 'playground'];

/** The page of another namespace that is like the one on screen. */
export function usePathInNamespace(client: QueryClient): (namespaceKey: string) => Promise<SwitchTarget> {
  const { pathname, search } = useLocation();
  const { namespaceKey: current, flagKey, segmentKey } = useParams();
  return async (namespaceKey) => {
    if (current === undefined) return { path: namespacePath(namespaceKey, 'flags') };
    const [, , section = 'flags', ...rest] = pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
    // The entity that is asked for is the same person in any namespace; the flag is another.
    if (consoleSections.includes(section))
      return { path: `${namespacePath(namespaceKey, section)}${search}` };
    const key = flagKey ?? segmentKey;
    if (key === undefined) return { path: namespacePath(namespaceKey, section, ...rest) };
    const isThere =
      flagKey !== undefined
        ? exists(client.query(flagQuery(namespaceKey, key)))
        : exists(client.query(segmentQuery(namespaceKey, key)));
    if (await isThere) return { path: namespacePath(namespaceKey, section, ...rest) };
    return { path: namespacePath(namespaceKey, section), missing: key };
  };
}

/** False only for what the server says is not there: the page itself tells of other errors. */
function exists(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
}
