import type { Report } from '../config-error';
import { InvalidValueError, type Raw } from '../kinds/kind';
import { variableOf } from '../names';
import { isReservedKey, reservedSectionKeys } from '../reserved';
import { namedSettings, sectionKeys, settingByKey } from '../setting-index';
import { didYouMean } from './did-you-mean';
import type { ConfigFile } from './find-config-file';
import type { FlatKey } from './flatten-keys';
import type { GivenValue, Layer } from './layer';
import { readConfigFile } from './read-config-file';
import { substitute } from './substitute';

const keys = namedSettings.map(({ key }) => key);
const sections = new Set([...sectionKeys, ...reservedSectionKeys]);

/** Returns what a file gives. Reports a file that cannot be read, and keys or values that mean nothing. */
export function readFileLayer(file: ConfigFile, env: NodeJS.ProcessEnv, report: Report): Layer {
  const layer = new Map<string, GivenValue>();
  for (const { key, value } of readConfigFile(file, report)) {
    const variable = variableOf(key);
    try {
      if (layer.has(variable)) throw new InvalidValueError('is given more than once');
      const given = readValue({ key, value }, env);
      const named = settingByKey.get(key);
      if (given !== '') {
        layer.set(variable, { key, variable, value: given, source: file.path, ...(named && { named }) });
      }
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      report({ key, reason: error.message, source: file.path });
    }
  }
  return layer;
}

/**
 * Returns the value of a key, substituted; the empty text for nothing.
 *
 * @throws InvalidValueError if the key or the value means nothing
 */
function readValue({ key, value }: FlatKey, env: NodeJS.ProcessEnv): Raw {
  if (sections.has(key)) {
    if (value === null) return '';
    throw new InvalidValueError('is a section; expected keys below it');
  }
  const isSetting = settingByKey.has(key);
  if (!isSetting && !isReservedKey(key)) throw new InvalidValueError(`unknown key${didYouMean(key, keys)}`);
  if (value === null) return '';
  if (isRaw(value)) return substitute(value, env);
  if (isSetting) throw new InvalidValueError('expected a value or a list of values');
  // Reserved keys may hold lists of maps, such as webhook templates. They are ignored whatever they hold.
  return [];
}

function isRaw(value: unknown): value is Raw {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.every((item) => typeof item === 'string');
}
