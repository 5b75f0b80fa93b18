import { type Namespace } from '@/lib/model';

const DEFAULT_KEY = 'default';

/** `default` first, then by name. */
export function inSwitcherOrder(namespaces: readonly Namespace[]): readonly Namespace[] {
  return namespaces.toSorted(
    (one, other) =>
      Number(other.key === DEFAULT_KEY) - Number(one.key === DEFAULT_KEY) ||
      one.name.localeCompare(other.name) ||
      one.key.localeCompare(other.key),
  );
}

/** True when name, key or description holds what was typed. */
export function found({ name, key, description }: Namespace, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, key, description].some((text) => text.toLowerCase().includes(wanted));
}
