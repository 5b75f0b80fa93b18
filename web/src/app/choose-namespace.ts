import { type Namespace } from '@/lib/model';

const DEFAULT_KEY = 'default';

/**
 * Where to go without a namespace in the address: the last used, else `default`, else the first that is listed.
 * Undefined when there is none to see.
 */
export function chooseNamespace(
  namespaces: readonly Namespace[] | undefined,
  lastUsed: string,
): string | undefined {
  if (namespaces === undefined) return lastUsed === '' ? undefined : lastUsed;
  const known = [lastUsed, DEFAULT_KEY].find((key) => namespaces.some((namespace) => namespace.key === key));
  return known ?? namespaces[0]?.key;
}

/** The address of a section of a namespace. */
export function namespacePath(namespaceKey: string, ...segments: readonly string[]): string {
  return `/namespaces/${[namespaceKey, ...segments].map(encodeURIComponent).join('/')}`;
}
