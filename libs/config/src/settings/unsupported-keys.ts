import type { Raw } from '../kinds/kind';
import { boolean } from '../kinds/words';
import { variableOf, variableOfPennon } from './names';

/**
 * Sections of Flipt that this version does not implement. They are accepted while they are switched
 * off; switched on they are refused, since whoever relies on one must not be served without it.
 */
export const reservedSections: readonly string[] = [
  'analytics.storage',
  'audit.buffer',
  'audit.sinks.kafka',
  'authorization.bundle',
  'authorization.local',
  'authorization.object',
  'experimental',
  'storage.git',
  'storage.object.azblob',
  'storage.object.googlecloud',
  'storage.oci',
  'tracing.jaeger',
  'tracing.zipkin',
];

/** Sections that are accepted even switched on: the reference switches them on, and they change no answer. */
export const harmlessSections: readonly string[] = ['diagnostics', 'metrics.otlp'];

/** Single keys of Flipt that this version does not implement, and that change no answer. */
export const reservedKeys: readonly string[] = [
  'analytics.buffer.capacity',
  'audit.sinks.log.encoding',
  'audit.sinks.webhook.templates',
];

/** Every section of which any key is accepted. */
export const reservedSectionKeys: readonly string[] = [...reservedSections, ...harmlessSections];

/** Tells whether a key of the file is one that is reserved. */
export function isReservedKey(key: string): boolean {
  return reservedKeys.includes(key) || reservedSectionKeys.some((section) => key.startsWith(`${section}.`));
}

/** Tells whether an environment variable sets a key that is reserved. */
export function isReservedVariable(variable: string): boolean {
  return reservedKeys.map(variableOf).includes(variable) || isVariableIn(reservedSectionKeys, variable);
}

/**
 * Tells whether a reserved key switches on something that this version would silently not do: a key `enabled`
 * or `required` outside the harmless sections, with any value that does not read as false.
 *
 * @param variable the environment variable of the key
 */
export function isSwitchedOn(variable: string, value: Raw): boolean {
  const isSwitch = /_(ENABLED|REQUIRED)$/.test(variable) && !isVariableIn(harmlessSections, variable);
  return isSwitch && !readsAsFalse(value);
}

/** Returns those of the keys, or names of variables, that are reserved in a section. */
export function reservedIn(section: string, given: readonly string[]): readonly string[] {
  return given.filter(
    (name) =>
      (isReservedKey(name) && name.startsWith(`${section}.`)) ||
      (isReservedVariable(variableOfPennon(name)) && isVariableIn([section], variableOfPennon(name))),
  );
}

function isVariableIn(someSections: readonly string[], variable: string): boolean {
  return someSections.some((section) => variable.startsWith(`${variableOf(section)}_`));
}

function readsAsFalse(value: Raw): boolean {
  try {
    return !boolean.parse(value);
  } catch {
    return false;
  }
}

/**
 * Keys and sections that releases of Flipt v1 before the last one knew, and what does the same today, if anything does.
 */
const dropped: ReadonlyMap<string, string | undefined> = new Map([
  ['audit.sinks.cloud', undefined],
  ['cache.memory.enabled', 'cache.enabled'],
  ['cache.memory.expiration', 'cache.ttl'],
  ['cache.memory.items', undefined],
  ['cloud', undefined],
  ['db.migrations', undefined],
  ['db.migrations_path', undefined],
  ['experimental', undefined],
  ['server.cloud', undefined],
  ['tracing.backend', 'tracing.exporter'],
  ['tracing.jaeger.enabled', 'tracing.enabled'],
]);

/** Returns why a key is refused that Flipt has dropped; undefined for any other key. */
export function droppedKey(key: string): string | undefined {
  const found = [...dropped].find(([one]) => key === one || key.startsWith(`${one}.`));
  return found && reason(found[1]);
}

/**
 * Returns why a variable, `PENNON_CACHE_MEMORY_ITEMS`, is refused whose key Flipt has dropped; undefined for any other.
 */
export function droppedVariable(variable: string): string | undefined {
  const found = [...dropped].find(
    ([one]) => variable === variableOf(one) || variable.startsWith(`${variableOf(one)}_`),
  );
  return found && reason(found[1] && variableOf(found[1]));
}

function reason(successor: string | undefined): string {
  return `Flipt dropped it; delete it${successor === undefined ? '' : `, or use ${successor}`}`;
}
