import type { Given } from '../command-line/command';

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

/** What is to be evaluated. */
export interface Question {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** The question that a command line asks. @throws Error if something is missing. */
export function questionOf(given: Given): Question {
  return {
    namespaceKey: given.text('namespace') ?? 'default',
    flagKey: flagKeyOf(given),
    entityId: required(given, 'entity', 'ID'),
    context: parseContext(given.texts('context')),
  };
}

function flagKeyOf(given: Given): string {
  const [flagKey] = given.args;
  if (flagKey === undefined) return required(given, 'flag', 'KEY');
  if (given.text('flag') !== undefined) throw new Error('evaluate takes FLAG or --flag, and not both');
  return flagKey;
}

function required(given: Given, name: string, placeholder: string): string {
  const value = given.text(name);
  if (value === undefined)
    throw new Error(`evaluate needs --${name} ${placeholder}; see pennon help evaluate`);
  return value;
}
