/** Values of a chart, of those by path. */
export function valuesOf(paths: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [path, value] of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = values;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return values;
}
