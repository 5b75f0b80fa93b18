import { createInterface } from 'node:readline/promises';

/** True when there is somebody to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks on the terminal. @returns true for `y` or `yes`; anything else, and nothing, is no. */
export async function confirm(question: string): Promise<boolean> {
  // Not as a terminal of its own: then Ctrl-C would be a character, and no signal.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    process.stderr.write(`${question} [y/N] `);
    const [answer = ''] = await Promise.race([
      lines.question('').then((line) => [line]),
      new Promise<readonly string[]>((resolve) => {
        lines.once('close', () => {
          resolve([]);
        });
      }),
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
