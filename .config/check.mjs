// `npm run check`: runs the parts of it, one on each core, and shows of each what it wrote when it has ended.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The scripts `check:…`; those that take longest come first, so that none of them is left alone at the end. */
const parts = ['lint', 'imports', 'types:server', 'types:web', 'generated', 'format'];

const waiting = [...parts];
await Promise.all(Array.from({ length: availableParallelism() }, work));

/** Runs one part after the other, until none is left. */
async function work() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { status, output } = await run(part);
    console.log(`${status === 0 ? 'passed' : 'FAILED'}: check:${part}`);
    process.stdout.write(output);
    if (status !== 0) process.exitCode = 1;
  }
}

/** Its exit status, null when a signal ended it, and all it wrote. */
function run(part) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', `check:${part}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}
