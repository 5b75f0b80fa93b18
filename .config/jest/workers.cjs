const { availableParallelism } = require('node:os');

/** A worker waits for servers and disks a third of the time, so that half as many again as cores keep the cores busy. */
const WORKERS_PER_CORE = 1.5;

/** What a worker and the servers that its tests start need at most. */
const BYTES_PER_WORKER = 2 * 1024 ** 3;

/** How many test files run at once on a machine with so many cores and so many bytes of free memory; at least 1. */
function workersFor(cores, freeBytes) {
  return Math.max(1, Math.floor(Math.min(cores * WORKERS_PER_CORE, freeBytes / BYTES_PER_WORKER)));
}

module.exports = {
  workersFor,
  // Both respect the limits of a container.
  workers: workersFor(availableParallelism(), process.availableMemory()),
};
