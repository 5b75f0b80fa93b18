import { canonicalKey, variableOf, didYouMean } from '../settings/names';
import type { Report } from '../kinds/config-error';
import { droppedKey, isReservedKey, reservedSectionKeys } from '../settings/unsupported-keys';
import { InvalidValueError, type Raw, missingValue } from '../kinds/kind';
import { isSectionKey, type NamedSetting, namedSettings, settingOfKey } from '../settings/setting-index';
import { type ConfigFile, type FlatKey, readConfigFile } from './config-file';
import { type GivenValue, type Layer, settleAliases, type Filled, substitute } from './layer';

const keys = namedSettings.map(({ key }) => key);

/** Returns what a file gives. Reports a file that cannot be read, and keys or values that mean nothing. */
export function readFileLayer(file: ConfigFile, env: NodeJS.ProcessEnv, report: Report): Layer {
  const layer = new Map<string, GivenValue>();
  for (const { key, value } of readConfigFile(file, report)) {
    const variable = variableOf(key);
    try {
      const twin = layer.get(variable);
      if (twin !== undefined) throw new InvalidValueError(twinReason(key, twin));
      const named = settingOfKey(canonicalKey(key));
      const given = readValue({ key, value }, named, env);
      if (given.value !== '') {
        layer.set(variable, {
          key,
          name: key,
          variable,
          ...given,
          source: file.path,
          ...(named && { named }),
        });
      }
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      report({ key, reason: error.message, source: file.path });
    }
  }
  return settleAliases(layer);
}

/**
 * Returns the value of a key, with variables filled in; the empty text for nothing.
 *
 * @throws InvalidValueError if the key or the value means nothing
 */
function readValue({ key, value }: FlatKey, named: NamedSetting | undefined, env: NodeJS.ProcessEnv): Filled {
  if (isSection(canonicalKey(key))) {
    if (value === null) return nothing;
    throw new InvalidValueError('is a section; expected keys below it');
  }
  if (named === undefined && !isReservedKey(key)) {
    throw new InvalidValueError(droppedKey(key) ?? `unknown key${didYouMean(canonicalKey(key), keys, '.')}`);
  }
  const filled = isRaw(value) ? substitute(value, env) : undefined;
  // Without its only value a name would be lost in silence, and with it what it allows to whom.
  if (named?.row?.after === '' && (filled === undefined ? value === null : filled.value === '')) {
    throw new InvalidValueError(missingValue);
  }
  if (value === null) return nothing;
  if (filled !== undefined) return filled;
  if (named !== undefined) throw new InvalidValueError('expected a value or a list of values');
  // Reserved keys may hold lists of maps, such as webhook templates. They are ignored whatever they hold.
  return { value: [] };
}

const nothing = { value: '' };

/** Two names of a map may differ in the file and be one in the environment: `my-idp` and `my_idp`. */
function twinReason(key: string, twin: GivenValue): string {
  return twin.key === key ? 'is given more than once' : `has the same environment variable as ${twin.key}`;
}

function isSection(key: string): boolean {
  return isSectionKey(key) || reservedSectionKeys.includes(key);
}

function isRaw(value: unknown): value is Raw {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.every((item) => typeof item === 'string');
}
