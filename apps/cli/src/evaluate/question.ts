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
