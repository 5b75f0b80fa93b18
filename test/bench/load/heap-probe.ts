import { renameSync, writeFileSync } from 'node:fs';

// Loaded into a server by `--require`: now and then collects all garbage, and leaves how much is still alive, in bytes,
// in the file that it is given.
const INTERVAL_MS = 1000;

const file = process.env.HEAP_PROBE_FILE ?? '';

setInterval(() => {
  globalThis.gc?.();
  // Put in its place as a whole, so that nobody reads half a number.
  writeFileSync(`${file}.next`, `${process.memoryUsage().heapUsed}`);
  renameSync(`${file}.next`, file);
}, INTERVAL_MS).unref();
