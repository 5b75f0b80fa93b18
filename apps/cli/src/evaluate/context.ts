/**
 * The properties that `NAME=VALUE` give; what is behind the first equals sign is the value. Of a name that is given
 * twice the last value counts.
 *
 * @throws Error if one has no name or no equals sign.
 */
export function parseContext(pairs: readonly string[]): Readonly<Record<string, string>> {
  // Without a prototype, so that `__proto__` is a name like any other.
  const context = Object.create(null) as Record<string, string>;
  for (const pair of pairs) {
    const end = pair.indexOf('=');
    if (end < 1) throw new Error(`--context takes NAME=VALUE, not ${JSON.stringify(pair)}`);
    context[pair.slice(0, end)] = pair.slice(end + 1);
  }
  return context;
}
