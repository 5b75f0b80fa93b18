import type { Report } from './config-error';
import { droppedKey, droppedVariable } from './dropped-keys';
import { InvalidValueError, type Raw } from './kinds/kind';
import { FLIPT_PREFIX } from './names';
import { notSupported } from './not-supported';
import { isSwitchedOn } from './reserved';
import { REDACTED } from './secret';
import type { GivenValue } from './sources/layer';

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
export function printable({ value, named }: GivenValue): string {
  return named?.setting.kind.isSecret ? REDACTED : textOf(value);
}

/** Returns a value as a message may show it: with `${NAME}` in place of a variable, which may hold a secret. */
export function writtenValue({ value, template = value, named }: GivenValue): string {
  return named?.setting.kind.isSecret ? REDACTED : textOf(template);
}

function textOf(value: Raw): string {
  return typeof value === 'string' ? value : value.join(' ');
}
