import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { namespacesQuery } from '@/api/namespaces';
import { chooseNamespace } from './choose-namespace';
import { usePreferences } from './preferences';

export { namespacePath } from './choose-namespace';

/**
 * The namespace that everything on the page is about: that of the address, and on pages without one the namespace
 * of the last visit. Empty when the caller has none.
 */
export function useNamespaceKey(): string {
  const { namespaceKey: fromAddress } = useParams();
  const { namespaceKey: lastUsed } = usePreferences();
  const { data: namespaces } = useQuery({ ...namespacesQuery(), enabled: false });
  return fromAddress ?? chooseNamespace(namespaces, lastUsed) ?? '';
}
