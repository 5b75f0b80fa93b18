/**
 * Returns a frozen record without prototype. Names are chosen by operators and looked up by what a request says:
 * `constructor` must not be found where nobody configured it.
 */
export function frozenRecord<Value>(
  entries: readonly (readonly [name: string, value: Value])[],
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return Object.freeze(record);
}
