/**
 * `npm run test:services`: the suites that touch the database, over every kind of it from one list.
 *
 * A server that cannot be reached skips its tests, which the last line counts; with `CI=true` it is a failure.
 */
const { connect } = require('node:net');
const { join } = require('node:path');
const { jest: base } = require('../package.json');

const rootDir = join(__dirname, '..');

/** What the tests can run on, and the server that takes; those of the tests’ own settings go before. */
const databases = [
  { name: 'sqlite' },
  { name: 'postgres', url: process.env.TEST_POSTGRES_URL ?? 'postgres://localhost:5432' },
  { name: 'mysql', url: process.env.TEST_MYSQL_URL ?? 'mysql://127.0.0.1:3306' },
];

/** The one list: storage, documents in and out, management, evaluation, authentication and conformance. */
const suites = [
  'libs/storage/src/',
  'libs/transfer/src/',
  'libs/publication/src/publisher',
  'libs/exporter/src/exporter',
  'libs/token-cleanup/src/',
  'libs/auth/src/methods/token/',
  'apps/writer/src/',
  'test/conformance/',
  'test/transfer/',
  'test/flipt/',
  'test/e2e/auth/',
  'test/e2e/client-snapshot/',
  'test/e2e/evaluation-scenarios/',
  'test/e2e/life-cycle/migrate-together',
];

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
const { reporters, testTimeout, workerIdleMemoryLimit, ...common } = base;

/** Several processes on one database; each of these tests says itself which servers it needs. */
const tiers = {
  ...common,
  displayName: 'tiers',
  rootDir,
  testRegex: '/test/(tiers|faults)/.*\\.server\\.spec\\.ts$',
  testPathIgnorePatterns: ['/node_modules/'],
};

async function projectOf({ name, url }) {
  const isMissing = url !== undefined && !(await isReachable(url));
  if (isMissing && process.env.CI === 'true') {
    throw new Error(`the tests need a ${name} server, and none can be reached`);
  }
  if (isMissing) console.warn(`test:services: no ${name} server can be reached: its tests are skipped`);
  return {
    ...common,
    displayName: name,
    rootDir,
    testRegex: suites.map((suite) => `/${suite}.*\\.(spec|e2e-spec)\\.ts$`),
    testPathIgnorePatterns:
      url === undefined ? common.testPathIgnorePatterns : ['/node_modules/', ...sqliteOnly],
    setupFiles: [...common.setupFiles, `<rootDir>/test/support/services/on-${name}.ts`],
    setupFilesAfterEnv: isMissing ? ['<rootDir>/test/support/services/skip-all.ts'] : [],
  };
}

module.exports = async () => ({
  rootDir,
  testTimeout,
  reporters,
  workerIdleMemoryLimit,
  projects: [...(await Promise.all(databases.map(projectOf))), tiers],
});
