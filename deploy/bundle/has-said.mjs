// Waits for what another process writes.

/** Resolves when the process has written that; rejects when it ends without. */
export function hasSaid(child, pattern) {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (pattern.test(said)) resolve();
      });
    }
    child.once('close', () => reject(new Error(`it ended early\n${said}`)));
  });
}
