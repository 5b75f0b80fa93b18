/**
 * Stands in for a CockroachDB, which no machine of ours has: a PostgreSQL behind a wire that changes what differs. With
 * `TEST_COCKROACHDB_URL` tests run on a real one instead.
 */
const { once } = require('node:events');
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

module.exports = async () => {
  if (process.env.TEST_COCKROACHDB_URL !== undefined) return;
  const { hostname, port, username } = new URL(
    process.env.TEST_POSTGRES_URL ?? 'postgres://root@localhost:5432',
  );
  // A thread of its own: a test that waits for a program keeps the main one from working.
  const wire = new Worker(join(__dirname, 'dressed-postgres.mjs'), {
    workerData: { host: hostname, port: Number(port || 5432) },
  });
  const [place] = await once(wire, 'message');
  wire.unref();
  process.env.TEST_COCKROACHDB_URL = `cockroachdb://${username || 'root'}@127.0.0.1:${place}/postgres`;
};
