import { InvalidValueError, notSupported, type Raw } from '../kinds/kind';
import { REDACTED } from '../kinds/text';
import type { Report } from '../kinds/config-error';
import { FLIPT_PREFIX } from '../settings/names';
import { type NamedSetting, namedSettings } from '../settings/setting-index';
import { droppedKey, droppedVariable, isSwitchedOn } from '../settings/unsupported-keys';
import type { GivenValue } from './layer';

/** What the given values become. */
export interface ReadValues {
  /** By key; a value that was refused is absent. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Keys that were given and change nothing. */
  readonly ignored: readonly string[];
}

/** Reads each value by the kind of its setting. Reports those that do not fit, and what is not supported. */
export function readValues(given: readonly GivenValue[], report: Report): ReadValues {
  const values = new Map<string, unknown>();
  for (const one of given.filter(({ isOverruled }) => !isOverruled)) {
    const { key, variable, value, source, named } = one;
    try {
      if (named !== undefined) values.set(named.key, named.setting.kind.parse(value));
      else if (isSwitchedOn(variable, value)) {
        throw new InvalidValueError(droppedKey(key) ?? droppedVariable(variable) ?? notSupported);
      }
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      const shown = error.mayHoldSecret ? REDACTED : writtenValue(one);
      report({ key, value: shown, reason: one.template ? error.unquoted : error.message, source });
    }
  }
  return { values, ignored: given.filter(changesNothing).map(nameInWarning) };
}

/** Tells of a setting without effect, of a reserved key, and of an alias whose canonical name is given too. */
function changesNothing({ named, isOverruled = false }: GivenValue): boolean {
  return isOverruled || (named?.setting.isIgnored ?? true);
}

/** Returns the key; a variable of Flipt by its own name, since it can be deleted. */
function nameInWarning({ key, name }: GivenValue): string {
  return name.startsWith(FLIPT_PREFIX) ? name : key;
}

/** Returns a value as it counts, for a person who asks for the settings. */
function printable({ value, named }: GivenValue): string {
  return named?.setting.kind.isSecret ? REDACTED : textOf(value);
}

/** Returns a value as a message may show it: with `${NAME}` in place of a variable, which may hold a secret. */
export function writtenValue({ value, template = value, named }: GivenValue): string {
  return named?.setting.kind.isSecret ? REDACTED : textOf(template);
}

function textOf(value: Raw): string {
  return typeof value === 'string' ? value : value.join(' ');
}

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
