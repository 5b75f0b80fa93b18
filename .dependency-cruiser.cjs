/**
 * The floor plan of the house as rules: which lib may import which (docs/architecture.md).
 * A change that needs a new line here states its reason in the same commit.
 */
const mayImport = {
  domain: [],
  snapshot: ['domain'],
  evaluator: ['domain', 'snapshot'],
  state: ['domain'],
  document: ['domain', 'state'],
  config: [],
  // Logs, metrics, jobs, requests to services outside: what every process needs, whatever it does.
  platform: ['domain', 'config'],
  // What is generated from proto/, and nothing that is dear to load.
  proto: ['domain'],
  storage: ['domain', 'snapshot', 'config', 'platform'],
  snapshots: ['domain', 'snapshot', 'config', 'platform'],
  // Whoever changes a namespace: with it come its history, and documents out of it and into it.
  changes: ['domain', 'state', 'document', 'config', 'platform', 'storage'],
  publication: ['domain', 'config', 'document', 'platform', 'changes'],
  'document-source': ['domain', 'state', 'snapshot', 'document', 'config', 'platform', 'publication'],
  // Where the adapters are chosen and put together: so that no app does it twice.
  wiring: ['domain', 'snapshot', 'config', 'platform', 'storage', 'snapshots', 'document-source'],
  // What a request for a constraint must be is said by the table of operators.
  api: ['domain', 'state', 'config', 'platform', 'proto'],
  // How an app becomes one process or many, with doors of its own.
  process: ['domain', 'config', 'platform', 'proto', 'api'],
  auth: ['domain', 'config', 'platform', 'proto', 'api'],
  // The log is rows in the database; it is listed by an RPC, and delivered to sinks that may hang or fail.
  audit: ['domain', 'config', 'platform', 'storage', 'proto', 'api'],
  // Counts are rows in the database; they are listed by an RPC, and readers ship theirs to a running writer.
  analytics: ['domain', 'config', 'platform', 'storage', 'proto', 'api'],
  evaluation: ['domain', 'snapshot', 'evaluator', 'config', 'platform', 'snapshots', 'proto', 'api'],
  // The OpenAPI document tells which routes take no credential, and the list of those is in auth.
  operations: ['domain', 'config', 'platform', 'proto', 'api', 'auth'],
  testing: ['domain', 'state', 'snapshot', 'document'],
};

/** Libs that hold no clock, no randomness and no I/O: they import each other and nothing else. */
const pure = ['domain', 'state', 'snapshot', 'evaluator'];

const tests = '\\.spec\\.ts$';

const floorPlan = Object.entries(mayImport).map(([lib, allowed]) => ({
  name: `floor-plan-${lib}`,
  comment: `libs/${lib} may import ${allowed.length === 0 ? 'no other lib' : allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^libs/${lib}/`, pathNot: tests },
  to: { path: '^libs/', pathNot: `^libs/(${[lib, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...floorPlan,
    {
      name: 'pure-means-pure',
      comment: 'no npm package and no node: module in a pure lib',
      severity: 'error',
      from: { path: `^libs/(${pure.join('|')})/`, pathNot: tests },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core', 'npm-no-pkg', 'unknown'],
      },
    },
    {
      name: 'documents-without-io',
      comment:
        'libs/document turns text into documents and back; where the text comes from is the business of others',
      severity: 'error',
      from: { path: '^libs/document/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-door-per-lib',
      comment: 'from outside, a lib is its index.ts',
      severity: 'error',
      from: { path: '^(apps|libs)/([^/]+)/' },
      to: { path: '^libs/', pathNot: ['^libs/$2/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'not-your-own-door',
      comment: 'from inside, a lib imports its files, not its index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/.+', pathNot: '^libs/[^/]+/src/index\\.ts$' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-never-import-each-other',
      comment: 'but for the command, which starts the others (docs/adr/0010)',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/cli/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'cli-imports-tiers-by-their-door',
      comment: 'apps/<tier>/src/<tier>.ts says what a tier is called and how it starts',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: '^apps/', pathNot: ['^apps/cli/', '^apps/([^/]+)/src/\\1\\.ts$'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'testing-only-from-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [tests, '^libs/testing/'] },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-dev-dependency-in-production',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [tests, '^libs/testing/'] },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node'] },
  },
};
