/**
 * True if two values are the same JSON: members may stand in any order, items may not. A member that is undefined is as
 * good as none.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isStructured(one) || !isStructured(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [ours, theirs] = [namesIn(one), namesIn(other)];
  return ours.length === theirs.length && ours.every((name) => isSameJson(one[name], other[name]));
}

/** An object or a list: both have names to members. */
type Structured = Readonly<Record<string, unknown>>;

function isStructured(value: unknown): value is Structured {
  return typeof value === 'object' && value !== null;
}

function namesIn(value: Structured): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
