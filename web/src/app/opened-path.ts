import { namespacePath } from './choose-namespace';

/** What the address on screen names. */
interface Opened {
  readonly namespaceKey?: string | undefined;
  readonly flagKey?: string | undefined;
  readonly segmentKey?: string | undefined;
}

/**
 * The address of the flag, the segment or the page that an address belongs to, as links to it are written: views of a
 * flag count as the flag, and what lies below another page as that page. Undefined where there is nothing to go back
 * to.
 */
export function openedPath(
  pathname: string,
  { namespaceKey, flagKey, segmentKey }: Opened,
): string | undefined {
  if (namespaceKey === undefined) return pathname === '/' ? undefined : pathname;
  const [, , section] = pathname.split('/').filter((segment) => segment !== '');
  if (section === undefined) return undefined;
  const key = { flags: flagKey, segments: segmentKey }[section];
  return namespacePath(namespaceKey, section, ...(key === undefined ? [] : [key]));
}
