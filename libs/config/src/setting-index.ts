import { keyOf, variableOf } from './names';
import { type Section, Setting } from './setting';
import { settings } from './settings';

/** A setting with its names. */
export interface NamedSetting {
  /** `server.http_port` */
  readonly key: string;
  /** `PENNON_SERVER_HTTP_PORT` */
  readonly variable: string;
  readonly setting: Setting<unknown>;
}

/** Every setting, in the order of the table. */
export const namedSettings: readonly NamedSetting[] = listSettings(settings, []);

/** Every setting by key. */
export const settingByKey: ReadonlyMap<string, NamedSetting> = new Map(
  namedSettings.map((named) => [named.key, named]),
);

/** Every setting by environment variable. */
export const settingByVariable: ReadonlyMap<string, NamedSetting> = new Map(
  namedSettings.map((named) => [named.variable, named]),
);

/** Every section and nested section: `log`, `log.keys`. */
export const sectionKeys: ReadonlySet<string> = new Set(
  namedSettings.flatMap(({ key }) => {
    const parts = key.split('.');
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  }),
);

function listSettings(section: Section, path: readonly string[]): NamedSetting[] {
  return Object.entries(section).flatMap(([name, entry]) => {
    const key = keyOf([...path, name]);
    return entry instanceof Setting
      ? { key, variable: variableOf(key), setting: entry }
      : listSettings(entry, [...path, name]);
  });
}
