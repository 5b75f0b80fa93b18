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
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unmaskMember(name, item)]));
}

/**
 * The reference server gave the constraints of a snapshot's rollouts their ids in some recordings and none in others,
 * and no client looks at them.
 */
function unmaskMember(name: string, item: unknown): unknown {
  if (name !== 'constraints' || !Array.isArray(item)) return unmask(item);
  const constraints = item as readonly { readonly id: string }[];
  return constraints.map((constraint) => ({
    ...(unmask(constraint) as object),
    ...(constraint.id === '' && { id: expect.any(String) as unknown }),
  }));
}

/** The value with its segment keys in order, as the expected values have them: they are a set. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, memberInOrder(name, item)]));
}

/** OFREP joins the keys with commas. */
function memberInOrder(name: string, item: unknown): unknown {
  if (name === 'segmentKeys' && Array.isArray(item)) return [...(item as readonly string[])].sort();
  if (name === 'segments' && typeof item === 'string') return item.split(',').sort().join(',');
  return inOrder(item);
}
