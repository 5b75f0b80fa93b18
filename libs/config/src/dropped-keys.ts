import { variableOf } from './names';

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
