import { performance } from 'node:perf_hooks';

/** Tells whoever waits how far it has come, and after how many seconds. */
export function say(line: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
