import { once } from 'node:events';
import { exitCodes } from './exit';

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

/** Ends the process when nobody reads on what it writes, as the signal would that Node ignores: without a word. */
export function endWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(exitCodes.unread);
  });
}
