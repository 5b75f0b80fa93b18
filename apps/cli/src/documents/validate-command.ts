import {
  DocumentError,
  KeysRead,
  readDocumentStream,
  type DocumentFormat,
  type Problem,
} from '@pennon/document';
import { type Command } from '../command-line/command';
import { exitCodes } from '../terminal/exit';
import { print, printLines } from '../terminal/print';
import {
  formatOf,
  formatOption,
  describeErrorIn,
  describeProblemIn,
  documentFiles,
  textOf,
  type DocumentFile,
} from './document-file';

/** What is to be said about a file. */
interface Verdict {
  readonly file: string;
  readonly error: DocumentError | undefined;
  readonly warnings: readonly Problem[];
}

/** Checks documents, without a database. */
export const validateCommand: Command = {
  name: 'validate',
  summary: 'check documents of flags, without a database',
  details: [
    'Prints every problem as FILE:LINE:COLUMN: PATH: REASON; the exit code is 2 if a document is not valid. Several files',
    'are looked at together: they may describe one namespace, and a file may use the segments of those before it. Of a',
    'file, what follows the first document that is not valid is not looked at. A hyphen is standard input. Documents may',
    'be as long as the settings say (document.max_length).',
  ],
  takes: { placeholder: 'FILE', min: 1, max: Number.POSITIVE_INFINITY },
  options: {
    format: formatOption('of all files; unless given, by their names, and YAML on standard input'),
    json: { type: 'boolean', help: 'print one JSON object per file and line' },
    quiet: { type: 'boolean', help: 'print no warnings' },
  },
  examples: ['pennon validate flags/*.yaml', 'pennon export | pennon validate -'],
  async run(given) {
    const isQuiet = given.isOn('quiet');
    const { maxLengthsOf } = await import('./max-lengths.js');
    const reading = { keysRead: new KeysRead(), maxLengths: maxLengthsOf(given) };
    let isValid = true;
    for (const file of documentFiles(given.args, formatOf(given))) {
      // Once a file is not valid, nobody knows which segments it was to bring.
      const verdict = await judge(file, reading, !isValid);
      isValid &&= verdict.error === undefined;
      const shown = isQuiet ? { ...verdict, warnings: [] } : verdict;
      if (given.isOn('json')) await print(`${JSON.stringify(jsonOf(shown))}\n`);
      else await printLines(linesOf(shown));
    }
    return isValid ? exitCodes.done : exitCodes.found;
  },
};

/** What is read of all files. */
interface Reading {
  readonly keysRead: KeysRead;
  readonly maxLengths: Readonly<Record<DocumentFormat, number>>;
}

async function judge(
  file: DocumentFile,
  { keysRead, maxLengths }: Reading,
  mayLackSegments: boolean,
): Promise<Verdict> {
  const { name, format } = file;
  const warnings: Problem[] = [];
  try {
    const options = {
      format,
      fileName: name,
      keysRead,
      mayLackSegments,
      maxDocumentLength: maxLengths[format],
    };
    for await (const read of readDocumentStream(textOf(file), options)) warnings.push(...read.warnings);
    return { file: name, error: undefined, warnings };
  } catch (error) {
    if (error instanceof DocumentError) return { file: name, error, warnings };
    throw error;
  }
}

function linesOf({ file, error, warnings }: Verdict): readonly string[] {
  return [
    ...warnings.map((warning) => `warning: ${describeProblemIn(file, warning)}`),
    ...(error === undefined ? [] : describeErrorIn(file, error)),
  ];
}

function jsonOf({ file, error, warnings }: Verdict): object {
  return {
    file,
    valid: error === undefined,
    problems: error?.problems ?? [],
    complete: error?.isComplete ?? true,
    warnings,
  };
}
