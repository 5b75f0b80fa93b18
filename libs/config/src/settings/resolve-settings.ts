import { type Entry, type Resolved, type Section, Setting, SettingMap } from '../kinds/setting';
import { keyOf } from './names';
import { settings } from './settings';

/**
 * Returns a frozen record without prototype. Names are chosen by operators and looked up by what a request says:
 * `constructor` must not be found where nobody configured it.
 */
export function frozenRecord<Value>(
  entries: readonly (readonly [name: string, value: Value])[],
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return Object.freeze(record);
}

/** The settings table with values, before anything is derived from them. */
export type ResolvedSettings = Resolved<typeof settings>;

/**
 * Returns the table with the given values, defaults elsewhere; frozen at every level. A map has the names of
 * which anything is given.
 *
 * @param values by key, each read by the kind of its setting
 */
export function resolveSettings(values: ReadonlyMap<string, unknown>): ResolvedSettings {
  // The compiler cannot follow a mapped type through entries; every name of the table is there once.
  return resolveSection(settings, [], values) as ResolvedSettings;
}

function resolveEntry(entry: Entry, path: readonly string[], values: ReadonlyMap<string, unknown>): unknown {
  if (entry instanceof SettingMap) return resolveMap(entry, path, values);
  if (!(entry instanceof Setting)) return resolveSection(entry, path, values);
  const key = keyOf(path);
  return values.has(key) ? values.get(key) : entry.defaultValue;
}

function resolveSection(
  section: Section,
  path: readonly string[],
  values: ReadonlyMap<string, unknown>,
): object {
  const entries = Object.entries(section).map(
    ([name, entry]) => [name, resolveEntry(entry, [...path, name], values)] as const,
  );
  return Object.freeze(Object.fromEntries(entries));
}

function resolveMap(
  { entry }: SettingMap,
  path: readonly string[],
  values: ReadonlyMap<string, unknown>,
): object {
  const before = `${keyOf(path)}.`;
  const names = [...values.keys()]
    .filter((key) => key.startsWith(before))
    .map((key) => key.slice(before.length))
    // The name of a section has no dot; a name in a map of values is all that follows.
    .map((rest) => (entry instanceof Setting ? rest : rest.replace(/\..*$/s, '')));
  return frozenRecord(
    [...new Set(names)].map((name) => [name, resolveEntry(entry, [...path, name], values)] as const),
  );
}
