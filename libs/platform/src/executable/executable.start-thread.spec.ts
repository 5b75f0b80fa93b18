import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExecutable, startThread } from './executable';

it('starts the program of a thread from its file, where nothing is packed', async () => {
  expect(isExecutable()).toBe(false);
  const directory = mkdtempSync(join(tmpdir(), 'pennon-thread-'));
  const program = join(directory, 'program.js');
  writeFileSync(
    program,
    `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage(workerData + 1);`,
  );
  const thread = startThread(program, { workerData: 41 });
  expect(await once(thread, 'message')).toEqual([42]);
  await once(thread, 'exit');
  rmSync(directory, { recursive: true });
});
