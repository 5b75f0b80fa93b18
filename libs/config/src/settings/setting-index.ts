import { type Section, Setting, SettingMap, variablePartOf } from '../kinds/setting';
import { keyOf, variableOf } from './names';
import { settings } from './settings';

/** A setting whose key contains a name that operators choose. */
class MapRow {
  constructor(
    /** The key as far as the name: `authentication.methods.oidc.providers.` */
    readonly before: string,
    /** What stands for the name where it is not known: `<name>`. */
    readonly placeholder: string,
    /** The key after the name: `.client_id`; empty in a map of values. */
    readonly after: string,
    readonly setting: Setting<unknown>,
  ) {}

  /** Returns the key of this row for a name. */
  keyOf(name: string): string {
    return this.before + name + this.after;
  }

  /** Returns the variable of this row for a name; the placeholder keeps its brackets. */
  variableOf(name: string): string {
    const part = name === this.placeholder ? name.toUpperCase() : variablePartOf(name);
    return variableOf(this.before) + part + variablePartOf(this.after);
  }

  /** Returns the name in a key of this row; undefined for any other key. */
  nameInKey(key: string): string | undefined {
    return this.acceptedName(between(key, this.before, this.after));
  }

  /** Returns the name in a variable of this row, in lower case; undefined for any other variable. */
  nameInVariable(variable: string): string | undefined {
    const name = between(variable, variableOf(this.before), variablePartOf(this.after));
    return this.acceptedName(name?.toLowerCase());
  }

  /** Tells whether a key is that of a section which this row is in: `authentication.methods.oidc.providers.acme`. */
  isSectionAbove(key: string): boolean {
    return this.after !== '' && this.acceptedName(between(key, this.before, '')) !== undefined;
  }

  /** Keys of metadata have dots. The name of a section has none, or no key could be told from a misspelt one. */
  private acceptedName(name: string | undefined): string | undefined {
    return this.after !== '' && name?.includes('.') ? undefined : name;
  }
}

/** Returns what is between the two, if there is anything. */
function between(whole: string, before: string, after: string): string | undefined {
  const isBetween =
    whole.length > before.length + after.length && whole.startsWith(before) && whole.endsWith(after);
  return isBetween ? whole.slice(before.length, whole.length - after.length) : undefined;
}

/** A setting with its names. */
export interface NamedSetting {
  /** `server.http_port` */
  readonly key: string;
  /** `PENNON_SERVER_HTTP_PORT` */
  readonly variable: string;
  readonly setting: Setting<unknown>;
  /** The row that the setting is one of many of; absent outside of maps. */
  readonly row?: MapRow;
  /** The name that the operator chose; absent outside of maps. */
  readonly name?: string;
}

/** Every row of the table, in its order. In a map, the key and the variable have the placeholder for the name. */
export const namedSettings: readonly NamedSetting[] = listSettings(settings, []);

const settingByKey = new Map(namedSettings.map((named) => [named.key, named]));
const settingByVariable = new Map(namedSettings.map((named) => [named.variable, named]));
const mapRows = namedSettings.flatMap(({ row }) => row ?? []);

/** Every section and nested section: `log`, `log.keys`. */
const sectionKeys: ReadonlySet<string> = new Set(
  namedSettings.flatMap(({ key, row }) => {
    const parts = (row?.before ?? key).split('.');
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  }),
);

/** Returns the setting of a key, with the name that the key has in a map; undefined for an unknown key. */
export function settingOfKey(key: string): NamedSetting | undefined {
  const row = mapRows.find((row) => row.nameInKey(key) !== undefined);
  return row === undefined ? settingByKey.get(key) : inMap(row, row.nameInKey(key));
}

/** Returns the setting of an environment variable. A name in a map is in lower case. */
export function settingOfVariable(variable: string): NamedSetting | undefined {
  const row = mapRows.find((row) => row.nameInVariable(variable) !== undefined);
  return row === undefined ? settingByVariable.get(variable) : inMap(row, row.nameInVariable(variable));
}

/** Returns the setting of the same row by another name. */
export function inMap(row: MapRow, name = row.placeholder): NamedSetting {
  return { key: row.keyOf(name), variable: row.variableOf(name), setting: row.setting, row, name };
}

/** Tells whether a key is that of a section, of a map, or of a section in a map. */
export function isSectionKey(key: string): boolean {
  return sectionKeys.has(key) || mapRows.some((row) => row.isSectionAbove(key));
}

function listSettings(section: Section, path: readonly string[]): NamedSetting[] {
  return Object.entries(section).flatMap(([name, entry]) => {
    const key = keyOf([...path, name]);
    if (entry instanceof Setting) return { key, variable: variableOf(key), setting: entry };
    return entry instanceof SettingMap ? listMap(entry, key) : listSettings(entry, [...path, name]);
  });
}

function listMap({ placeholder, entry }: SettingMap, key: string): NamedSetting[] {
  const before = `${key}.`;
  if (entry instanceof Setting) return [inMap(new MapRow(before, placeholder, '', entry))];
  return listSettings(entry, []).map(({ key: inside, setting }) =>
    inMap(new MapRow(before, placeholder, `.${inside}`, setting)),
  );
}
