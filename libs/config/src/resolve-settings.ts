import { keyOf } from './names';
import { type Section, Setting } from './setting';
import { settings } from './settings';

/** What a table of settings becomes: the same shape, with values in place of rows. */
export type Resolved<Table> =
  Table extends Setting<infer Value> ? Value : { readonly [Name in keyof Table]: Resolved<Table[Name]> };

/** The settings table with values, before anything is derived from them. */
export type ResolvedSettings = Resolved<typeof settings>;

/**
 * Returns the table with the given values, defaults elsewhere; frozen at every level.
 *
 * @param values by key, each read by the kind of its setting
 */
export function resolveSettings(values: ReadonlyMap<string, unknown>): ResolvedSettings {
  return resolveSection(settings, [], values);
}

function resolveSection<Table extends Section>(
  section: Table,
  path: readonly string[],
  values: ReadonlyMap<string, unknown>,
): Resolved<Table> {
  const entries = Object.entries(section).map(([name, entry]) => {
    const entryPath = [...path, name];
    if (!(entry instanceof Setting)) return [name, resolveSection(entry, entryPath, values)] as const;
    const key = keyOf(entryPath);
    return [name, values.has(key) ? values.get(key) : entry.defaultValue] as const;
  });
  // The compiler cannot follow a mapped type through entries; every name of the table is there once.
  return Object.freeze(Object.fromEntries(entries)) as Resolved<Table>;
}
