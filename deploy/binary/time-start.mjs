// How long the executable takes to be ready, on an empty directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts the executable once, and stops it.
 *
 * @returns Milliseconds until it said that it listens, and its memory at that time in MB.
 */
export async function timeStart(executable) {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-start-'));
  const started = performance.now();
  const child = spawn(executable, ['serve'], {
    cwd: directory,
    env: { HOME: directory, PENNON_SERVER_HTTP_PORT: '0', PENNON_SERVER_GRPC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  try {
    await hasSaid(child, /listening/);
    const ready = Math.round(performance.now() - started);
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return { ready, memory: Math.round((Number(kilobytes) * 1024) / 1e6) };
  } finally {
    child.kill();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Resolves when the process has written that; rejects when it ends without. */
function hasSaid(child, pattern) {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (pattern.test(said)) resolve();
      });
    }
    child.once('close', () => reject(new Error(`the executable ended early\n${said}`)));
  });
}
