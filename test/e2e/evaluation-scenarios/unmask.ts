/** What stands for a value that differs from run to run. */
const masks: Readonly<Record<string, unknown>> = {
  '<uuid>': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  '<number>': expect.any(Number),
  '<timestamp>': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(\d{3}|\d{6}|\d{9}))?Z$/),
};

/** The expected value, with a matcher of its shape in place of every mask. */
export function unmask(value: unknown): unknown {
  if (typeof value === 'string') return masks[value] ?? value;
  if (Array.isArray(value)) return value.map(unmask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unmask(item)]));
}

/** The value with its segment keys in order, as the expected values have them: they are a set. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === 'segmentKeys' && Array.isArray(item) ? [...(item as readonly string[])].sort() : inOrder(item),
    ]),
  );
}
