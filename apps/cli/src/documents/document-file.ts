import { createReadStream } from 'node:fs';
import {
  describeProblem,
  type DocumentError,
  type DocumentFormat,
  documentFormats,
  formatOfFile,
  type Problem,
} from '@pennon/document';
import type { CommandOption, Given } from '../command-line/command';
import { explainFileError } from '../terminal/explain-file-error';

/** The option `--format`. */
export function formatOption(help: string): CommandOption {
  return { type: 'string', placeholder: documentFormats.join('|'), values: documentFormats, help };
}

/** The value of the option `--format`; undefined unless given. */
export function formatOf(given: Given): DocumentFormat | undefined {
  const text = given.text('format');
  return documentFormats.find((format) => format === text);
}

/** What standard input is called on a command line, and in messages. */
export const STDIN = '-';
const STDIN_NAME = '<stdin>';

/** Something that documents are read from. */
export interface DocumentFile {
  /** As messages name it. */
  readonly name: string;
  /** Where it lies; undefined for standard input, which can be read once. */
  readonly path: string | undefined;
  readonly format: DocumentFormat;
}

/**
 * The files that a command line names; `-` is standard input.
 *
 * @param format That of all of them; that of their names' extensions unless given, and YAML for standard input.
 * @throws Error if standard input is named twice, or a name does not tell its format.
 */
export function documentFiles(args: readonly string[], format?: DocumentFormat): readonly DocumentFile[] {
  if (args.filter((arg) => arg === STDIN).length > 1) throw new Error('standard input can be read only once');
  return args.map((arg) => {
    if (arg === STDIN) return { name: STDIN_NAME, path: undefined, format: format ?? 'yaml' };
    const known = format ?? formatOfFile(arg);
    if (known !== undefined) return { name: arg, path: arg, format: known };
    throw new Error(`${arg}: its name tells no format; rename it to .yaml, .yml or .json, or say --format`);
  });
}

/**
 * The text of a file, in chunks.
 *
 * @throws Error if it cannot be read, or is no UTF-8.
 */
export async function* textOf({ name, path }: DocumentFile): AsyncGenerator<string> {
  const source = path === undefined ? process.stdin : createReadStream(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw explainFileError('read', name, error);
  }
}

/** A problem in one line, with the file: `shop.yaml:3:8: flags[0].key: …`. */
export function describeProblemIn(fileName: string, problem: Problem): string {
  return `${fileName}:${describeProblem(problem)}`;
}

/** All problems of a document, one per line. */
export function describeErrorIn(
  fileName: string,
  { problems, isComplete }: DocumentError,
): readonly string[] {
  const lines = problems.map((problem) => describeProblemIn(fileName, problem));
  return isComplete ? lines : [...lines, `${fileName}: there are more problems than these`];
}
