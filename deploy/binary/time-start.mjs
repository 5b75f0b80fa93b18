// How long the executable takes to be ready, on an empty directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSaid } from '../bundle/has-said.mjs';

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
