import { once } from 'node:events';
import { exitCodes } from './exit';
import { explainFileError } from './explain-file-error';

/** Writes to standard output, and resolves when there is room for more: a slow reader does not fill the memory. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Writes lines to standard output. */
export async function printLines(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await print(lines.map((line) => `${line}\n`).join(''));
}

/** Writes a value to standard output as JSON, for scripts. */
export async function printJson(value: unknown): Promise<void> {
  await print(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Writes lines for a person to standard error. */
export function tell(...lines: readonly string[]): void {
  process.stderr.write(lines.map((line) => `pennon: ${line}\n`).join(''));
}

/**
 * Ends the process when nothing more can be written: without a word if nobody reads on, as the signal would that Node
 * ignores; otherwise with the reason, such as a full disk.
 */
export function endWhenUnwritable(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.unread);
    tell(explainFileError('write', 'standard output', error).message);
    process.exit(exitCodes.failed);
  });
}

/**
 * A text from somebody else as a part of one line: characters that would end the line, or tell the terminal to do
 * something, are written as JSON escapes.
 */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short.startsWith('\\') ? short : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
