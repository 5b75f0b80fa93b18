import { documentFormats, type DocumentFormat } from '@pennon/document';
import { type CommandOption } from '../command';
import { type Given } from '../command-line/given';

/** The option `--format`. */
export function formatOption(help: string): CommandOption {
  return { type: 'string', placeholder: documentFormats.join('|'), values: documentFormats, help };
}

/** The value of the option `--format`; undefined unless given. */
export function formatOf(given: Given): DocumentFormat | undefined {
  const text = given.text('format');
  return documentFormats.find((format) => format === text);
}
