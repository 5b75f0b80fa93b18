import { type Given } from '../command-line/given';
import { parseContext } from './context';

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
    flagKey: required(given, 'flag', 'KEY'),
    entityId: required(given, 'entity', 'ID'),
    context: parseContext(given.texts('context')),
  };
}

function required(given: Given, name: string, placeholder: string): string {
  const value = given.text(name);
  if (value === undefined)
    throw new Error(`evaluate needs --${name} ${placeholder}; see pennon help evaluate`);
  return value;
}
