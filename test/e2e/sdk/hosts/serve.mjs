import { createInterface } from 'node:readline';

/**
 * Makes this process do what it is told: a call is a line of JSON on standard input, `{ id, method, args }`, and is
 * answered by one on standard output, `{ id, result }` or `{ id, error }`. It ends when standard input does.
 *
 * @param methods What can be called, by name.
 */
export function serve(methods) {
  // Standard output is for answers alone; whatever an SDK has to say goes to standard error.
  console.log = console.info = console.debug = console.error;
  const lines = createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    const { id, method, args } = JSON.parse(line);
    try {
      answer({ id, result: await methods[method](...args) });
    } catch (error) {
      // An engine may throw a plain string.
      answer({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  // A client may have a timer left that would keep the process.
  lines.on('close', () => process.exit(0));
}

function answer(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
