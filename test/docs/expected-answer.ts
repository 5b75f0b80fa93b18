/** Texts that are others each time: ids, marks of revisions, and moments. */
const changing =
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\d+\.[\w-]{12}$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What an answer that is shown must match: all of it, but for ids, marks, moments and measured times. */
export function answerLike(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(answerLike);
  if (typeof shown === 'string') return changing.test(shown) ? (expect.any(String) as unknown) : shown;
  if (typeof shown === 'number') return Number.isInteger(shown) ? shown : (expect.any(Number) as unknown);
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, answerLike(value)]));
}

/** The members of a value by path, and of what type they are, such as `events[].position: string`. */
export function membersOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => membersOf(item, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${path}.${name}`));
}
