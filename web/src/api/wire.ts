/** A JSON object as it arrives: nothing is known about its members. */
export type WireObject = Readonly<Record<string, unknown>>;

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, and an empty one otherwise: absent members then read as their zero values. */
export function objectOf(value: unknown): WireObject {
  return isWireObject(value) ? value : {};
}

export function textOf(object: WireObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Absent means false. */
export function boolOf(object: WireObject, name: string): boolean {
  return object[name] === true;
}

export function numberOf(object: WireObject, name: string): number {
  const value = object[name];
  return typeof value === 'number' ? value : 0;
}

export function listOf<T>(object: WireObject, name: string, read: (item: unknown) => T): readonly T[] {
  const value: unknown = object[name];
  return Array.isArray(value) ? value.map((item: unknown) => read(item)) : [];
}

/** Texts of a list of texts; other members are left out. */
export function textsOf(object: WireObject, name: string): readonly string[] {
  return listOf(object, name, (item) => item).filter((item) => typeof item === 'string');
}

/** The value if it is one of those, by its name or by an alias; otherwise the first. */
export function oneOf<const T extends string>(
  object: WireObject,
  name: string,
  values: readonly [T, ...T[]],
  aliases: Readonly<Record<string, T>> = {},
): T {
  const value = textOf(object, name);
  return values.find((known) => known === value) ?? aliases[value] ?? values[0];
}
