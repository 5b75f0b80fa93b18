import { messageOf, readRevision } from '@pennon/domain';
import type { CommandOption, Given } from './command';

/**
 * A whole number on a command line.
 *
 * @param name What it is, for the message: `--limit`, or `REVISION`.
 * @throws Error if it is none, or is less than `min`.
 */
export function readWhole(name: string, text: string, min: number): number {
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw new Error(`${name} takes a whole number of at least ${min}, not ${JSON.stringify(text)}`);
}

/** How many lines a list has unless `--limit` is given. */
const DEFAULT_LIMIT = 20;

/** The option `--limit` of a list. @param items What is listed, in the plural. */
export function limitOption(items: string): CommandOption {
  return {
    type: 'string',
    placeholder: 'N',
    help: `most ${items} to list; ${DEFAULT_LIMIT} unless given`,
  };
}

/** The value of `--limit`: at least 1. @throws Error if it is not a whole number. */
export function limitOf(given: Given): number {
  const text = given.text('limit');
  return text === undefined ? DEFAULT_LIMIT : readWhole('--limit', text, 1);
}

/**
 * A revision on a command line, such as `12` or `12.rT0cJ8k1xWqZ`.
 *
 * @param name What it is, for the message: `--revision`, or `REVISION`.
 * @throws Error if it is none.
 */
export function readRevisionText(name: string, text: string): string {
  try {
    readRevision(name, text);
    return text;
  } catch (error) {
    // The cause would be printed beside it, and says nothing more.
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(`${messageOf(error)}; ${JSON.stringify(text)} was given`);
  }
}

/** The value of `--revision`; undefined unless given. @throws Error if it is no revision. */
export function revisionOf(given: Given): string | undefined {
  const text = given.text('revision');
  return text === undefined ? undefined : readRevisionText('--revision', text);
}

/**
 * The namespace that an argument names.
 *
 * @throws Error if it is empty.
 */
export function readNamespace(text: string | undefined): string {
  if (text === undefined || text === '') throw new Error('NAMESPACE must not be empty');
  return text;
}
