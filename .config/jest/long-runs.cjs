/**
 * Test files of the long suites only, by path. Each takes long, and what it tests seldom breaks without a test of `npm test`
 * that breaks as well. `test/lint/long-runs.spec.ts` checks that they are there.
 */
const longRuns = [
  // What is packed: the executable is built anew.
  'test/deploy/binary.e2e-spec.ts',
  // What operators are told: Prometheus works off days of samples.
  'test/deploy/alerts/alerts.spec.ts',
  // Each rare difference from the engines of client SDKs shows in so many questions only.
  'test/e2e/agreement/agreement.e2e-spec.ts',
  // Ten thousand flags, and how much memory they leave.
  'test/e2e/transfer/large-documents.e2e-spec.ts',
  'test/e2e/transfer/memory.e2e-spec.ts',
  // Once more by processes what specs in libs and apps test in one: each starts dozens of them.
  'test/e2e/auth/orchestrator/orchestrator.e2e-spec.ts',
  'test/e2e/command/backup.e2e-spec.ts',
  'test/e2e/command/import-export.e2e-spec.ts',
  'test/e2e/declarative/declarative.e2e-spec.ts',
  'test/e2e/explain/scenarios.e2e-spec.ts',
  'test/e2e/life-cycle/one-server-per-file.e2e-spec.ts',
  'test/e2e/life-cycle/tls.e2e-spec.ts',
  // A disk of its own that fills up.
  'test/drills/disk-full-start.e2e-spec.ts',
  // A copy of the project with all rehearsed extensions, built and tested.
  'test/lint/rehearsals.together.spec.ts',
];

/**
 * Drills of `npm run test:services` only, each of a minute or more. CI drills what a change of the product breaks first:
 * upgrades, due changes and ramps, outages, strict reads, recorded answers, and what statements cost.
 */
const longDrills = [
  'test/drills/backup-between-databases.server.spec.ts',
  'test/drills/backup-killed.server.spec.ts',
  'test/drills/bounded.server.spec.ts',
  'test/drills/disk-full.server.spec.ts',
  'test/drills/everything-down.server.spec.ts',
  'test/drills/lost-commits.server.spec.ts',
  'test/drills/other-history.server.spec.ts',
  'test/drills/paused-reader.server.spec.ts',
  'test/drills/redis-faults.server.spec.ts',
  'test/drills/rendered-chart.server.spec.ts',
  'test/drills/replaced-file.server.spec.ts',
  'test/drills/replica-lag.server.spec.ts',
  'test/drills/restore-commands.server.spec.ts',
  'test/drills/restored-backup.server.spec.ts',
  'test/drills/rolling-restart.server.spec.ts',
  'test/drills/shipped-counts.server.spec.ts',
  'test/drills/switchover.server.spec.ts',
  'test/drills/tls.server.spec.ts',
];

/** True where tests do all that they were written for; see `test/support/size.ts`. */
const isWhole = process.env.PENNON_TEST_SIZE === 'whole';

module.exports = {
  longDrills,
  longRuns,
  isWhole,
  /** The paths that a run leaves out which is not long. */
  unlessWhole: (paths) => (isWhole ? [] : paths.map((path) => `<rootDir>/${path}`)),
};
