import { printable } from './read-values';
import { namedSettings, type NamedSetting } from './setting-index';
import type { GivenValue } from './sources/layer';

/** A setting as it counts, for people. */
export interface EffectiveSetting {
  /** `server.http_port` */
  readonly key: string;
  /** As it was written; `[redacted]` for a secret that was given, undefined for a setting without a value. */
  readonly value: string | undefined;
  /** Where it was given: a file or a variable; undefined for the default. */
  readonly source: string | undefined;
}

/**
 * Every setting that has an effect, in the order of the table. In a map, those of the names that were given.
 *
 * @param given What was given, in any order; what is overruled does not count.
 */
export function effectiveSettings(given: readonly GivenValue[]): readonly EffectiveSetting[] {
  const counting = given.filter(({ isOverruled }) => !isOverruled);
  return namedSettings
    .filter(({ setting }) => !setting.isIgnored)
    .flatMap((named) => {
      const values = counting.filter((one) => one.named !== undefined && isOf(one.named, named));
      if (values.length === 0 && named.row === undefined) return [byDefault(named)];
      return values.map((one) => ({
        key: one.named?.key ?? one.key,
        value: printable(one),
        source: one.source,
      }));
    });
}

/** True for the setting itself, and in a map for any name of its row. */
function isOf(one: NamedSetting, named: NamedSetting): boolean {
  return named.row === undefined ? one.key === named.key : one.row === named.row;
}

function byDefault({ key, setting: { defaultValue, defaultText } }: NamedSetting): EffectiveSetting {
  // The table keeps a default as the reference prints it.
  const [, written] = /^`([^`]*)`$/.exec(defaultText) ?? [];
  return { key, value: defaultValue === undefined ? undefined : written, source: undefined };
}
