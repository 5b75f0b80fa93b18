const { longRuns, unlessWhole } = require('./long-runs.cjs');
const { propertySeed } = require('./seed.cjs');
const { workers } = require('./workers.cjs');

// The workers inherit it: all of a run has one seed, also past midnight.
process.env.PENNON_PROPERTY_SEED = String(propertySeed(process.env, new Date()));

/** How tests run: in `npm test` as they are here, in `.config/jest.services.cjs` with other files on other databases. */
module.exports = {
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/web/src'],
  testRegex: '\\.(spec|e2e-spec)\\.ts$',
  // Tests that need servers belong to the suite of services.
  testPathIgnorePatterns: ['/node_modules/', '\\.server\\.spec\\.ts$', ...unlessWhole(longRuns)],
  // Files of a worker share the modules of the product (docs/adr/0027).
  testEnvironment: '<rootDir>/.config/jest/environment.cjs',
  runtime: '<rootDir>/.config/jest/runtime.cjs',
  testSequencer: '<rootDir>/.config/jest/sequencer.cjs',
  // Processes run what is built where no package can be reached.
  globalSetup: '<rootDir>/.config/jest/copy-built.cjs',
  globalTeardown: '<rootDir>/.config/jest/remove-copy.cjs',
  testTimeout: 60_000,
  maxWorkers: workers,
  // What a test leaves open is named in the output, and does not keep the run from its end.
  forceExit: true,
  workerIdleMemoryLimit: '1GB',
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    '^@pennon/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@/(.*)$': '<rootDir>/web/src/$1',
  },
  reporters: ['default', '<rootDir>/test/support/totals-reporter.cjs'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts', '<rootDir>/test/support/fresh-logger.ts'],
};
