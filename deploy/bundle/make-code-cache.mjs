// Has V8 compile what a start needs, and keeps that.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSaid } from './has-said.mjs';

/**
 * Starts the writer of a bundle on an empty directory, and has it write the code that it compiled beside the bundle.
 *
 * @param directory The one of the bundle.
 */
export async function makeCodeCache(directory) {
  const home = mkdtempSync(join(tmpdir(), 'pennon-code-cache-'));
  const child = fork(join(import.meta.dirname, 'write-code-cache.cjs'), [directory], {
    cwd: home,
    // Nothing of whoever builds: other flags make other code.
    env: {
      HOME: home,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close');
  try {
    await hasSaid(child, /listening/);
    child.send('write');
    await once(child, 'message');
  } finally {
    child.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}
