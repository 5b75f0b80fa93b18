import type { Report } from './config-error';
import { InvalidValueError, type Raw } from './kinds/kind';
import { notSupported } from './not-supported';
import { isSwitchedOn } from './reserved';
import { REDACTED } from './secret';
import type { NamedSetting } from './setting-index';
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
  const ignored: string[] = [];
  for (const { key, variable, value, source, named } of given) {
    try {
      if (named !== undefined) values.set(key, named.setting.kind.parse(value));
      else if (isSwitchedOn(variable, value)) throw new InvalidValueError(notSupported);
      if (named?.setting.isIgnored ?? true) ignored.push(key);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      report({ key, value: printable(value, named), reason: error.message, source });
    }
  }
  return { values, ignored };
}

function printable(value: Raw, named: NamedSetting | undefined): string {
  if (named?.setting.kind.isSecret) return REDACTED;
  return typeof value === 'string' ? value : value.join(' ');
}
