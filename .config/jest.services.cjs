/**
 * The suites that need servers: those that touch the database, on each kind of it, and the drills of several processes.
 * `npm run test:databases` and `npm run test:drills` run them in the small size, `npm run test:services` runs them whole.
 *
 * A server that cannot be reached skips its tests, which the last line counts; with `CI=true` it is a failure.
 */
const { connect } = require('node:net');
const { join } = require('node:path');
const base = require('./jest/jest-preset.cjs');
const { isWhole, longDrills, unlessWhole } = require('./jest/long-runs.cjs');

const rootDir = join(__dirname, '..');

/** What the tests run on, beside the SQLite of `npm test`; URLs of the tests’ own settings go before. */
const databases = [
  { name: 'postgres', url: process.env.TEST_POSTGRES_URL ?? 'postgres://localhost:5432' },
  { name: 'mysql', url: process.env.TEST_MYSQL_URL ?? 'mysql://127.0.0.1:3306' },
  {
    name: 'cockroachdb',
    // Its stand-in is a PostgreSQL.
    url: process.env.TEST_COCKROACHDB_URL ?? process.env.TEST_POSTGRES_URL ?? 'postgres://localhost:5432',
    globalSetup: '<rootDir>/.config/jest/cockroachdb/dress-postgres.cjs',
    // What Flipt has left there is not read in any test.
    without: ['test/e2e/flipt/'],
    // Most of it is the same transaction again, each of them done twice there: what stores do tells how that goes.
    onlyInLongRuns: [
      ...['apps/', 'libs/auth/', 'libs/changes/', 'libs/publication/', 'test/'],
      ...['libs/storage/src/backup/', 'libs/storage/src/migration.spec.ts'],
    ],
  },
];

/**
 * What differs from database to database: statements, locks, migrations, documents in and out, the trail of changes,
 * and by conformance and tokens every noun once from end to end. What is decided before a row is touched (validation,
 * presentation, logins) is tested once, on SQLite.
 */
const perDatabase = [
  'libs/storage/src/',
  'libs/changes/src/',
  'libs/publication/src/exporter/exporter(?=\\.spec)',
  'libs/auth/src/cleanup/cleanup(-pass|-worker|\\.module\\.series)(?=\\.spec)',
  'test/conformance/(conformance|grpc/)',
  'test/e2e/transfer/round-trip',
  'test/e2e/flipt/',
  'test/e2e/auth/core/(sessions|tokens)',
  'test/e2e/life-cycle/(cut-connections|migrate-together)',
  'test/e2e/writer/',
];

/** Once more on each database where there is time: `npm run test:services`. */
const inLongRuns = [
  'libs/publication/src/publisher',
  'libs/auth/src/cleanup/',
  'libs/auth/src/methods/token/',
  'apps/writer/src/',
  'test/e2e/auth/',
  'test/e2e/client-snapshot/',
  'test/e2e/evaluation-scenarios/',
];

const suites = [...perDatabase, ...(isWhole ? inLongRuns : [])];

/** About the file of SQLite and its schema as SQLite shows it. */
const sqliteOnly = ['<rootDir>/libs/storage/src/embedded/', '<rootDir>/libs/storage/src/migrations/'];

const CONNECT_TIMEOUT_MS = 5000;

/** Tells whether something listens where the URL says. */
function isReachable(url) {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || (protocol === 'mysql:' ? 3306 : 5432)) });
    const answer = (isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => answer(false));
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** What projects have in common; the rest of it is of a whole run. */
const {
  reporters,
  testSequencer,
  testTimeout,
  maxWorkers,
  workerIdleMemoryLimit,
  forceExit,
  globalSetup,
  globalTeardown,
  ...common
} = base;

/** Several processes on one database; each of these tests says itself which servers it needs. */
const tiers = {
  ...common,
  displayName: 'tiers',
  rootDir,
  testRegex: '/test/drills/.*\\.server\\.spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', ...unlessWhole(longDrills)],
};

async function projectOf({ name, url, globalSetup: setup, without = [], onlyInLongRuns = [] }) {
  const isMissing = !(await isReachable(url));
  if (isMissing && process.env.CI === 'true') {
    throw new Error(`the tests need a ${name} server, and none can be reached`);
  }
  const leftOut = [...without.map((path) => `<rootDir>/${path}`), ...unlessWhole(onlyInLongRuns)];
  if (isMissing) console.warn(`test:services: no ${name} server can be reached: its tests are skipped`);
  return {
    ...common,
    displayName: name,
    rootDir,
    ...(setup !== undefined && { globalSetup: setup }),
    testRegex: suites.map((suite) => `/${suite}.*\\.(spec|e2e-spec)\\.ts$`),
    testPathIgnorePatterns: ['/node_modules/', ...sqliteOnly, ...leftOut],
    setupFiles: [...common.setupFiles, `<rootDir>/test/support/services/on-${name}.ts`],
    setupFilesAfterEnv: isMissing ? ['<rootDir>/test/support/services/skip-all.ts'] : [],
  };
}

module.exports = async () => ({
  rootDir,
  testTimeout,
  reporters,
  testSequencer,
  maxWorkers,
  workerIdleMemoryLimit,
  forceExit,
  globalSetup,
  globalTeardown,
  projects: [...(await Promise.all(databases.map(projectOf))), tiers],
});
