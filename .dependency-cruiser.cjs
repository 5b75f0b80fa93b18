/**
 * The floor plan of the house as rules: which lib may import which (docs/architecture.md).
 * A change that needs a new line here states its reason in the same commit.
 */
const mayImport = {
  domain: [],
  snapshot: ['domain'],
  evaluator: ['domain', 'snapshot'],
  document: ['domain'],
  // What is packed into the standalone executable, for whoever would read it from beside the program.
  executable: [],
  // What every process does alike with signals, and with files that hold secrets or data.
  system: [],
  config: [],
  observability: ['config', 'system'],
  // Time limits and pauses, which whatever may hang or fail needs in the same way.
  timing: ['domain'],
  // Every request to a service outside: which proxy it goes by, and who it says that asks.
  outgoing: ['config', 'executable'],
  // What the command and readers ask of a running server, over HTTP.
  remote: ['domain', 'outgoing'],
  // The channel of changes carries what the domain calls a change.
  cache: ['domain', 'config', 'observability', 'timing'],
  storage: ['domain', 'snapshot', 'config', 'observability', 'system', 'timing'],
  // Where the adapters are chosen and put together: so that no app does it twice.
  backing: [
    'domain',
    'snapshot',
    'config',
    'observability',
    'cache',
    'storage',
    'snapshot-store',
    'declarative',
  ],
  'snapshot-store': ['domain', 'snapshot', 'config', 'observability', 'cache', 'timing'],
  health: ['domain', 'config', 'observability', 'api'],
  // Workers that keep ending are replaced after growing pauses.
  api: ['domain', 'config', 'executable', 'observability', 'system', 'timing'],
  // The log is rows in the database; it is listed by an RPC, and delivered to sinks that may hang or fail.
  audit: ['domain', 'config', 'observability', 'system', 'timing', 'storage', 'api', 'outgoing'],
  // Counts are rows in the database; they are listed by an RPC, and readers ship theirs to a running writer.
  analytics: ['domain', 'config', 'observability', 'timing', 'storage', 'api', 'remote'],
  auth: ['domain', 'config', 'observability', 'api', 'timing', 'outgoing'],
  'token-cleanup': ['domain', 'config', 'observability'],
  evaluation: ['domain', 'snapshot', 'evaluator', 'config', 'observability', 'snapshot-store', 'api'],
  dashboard: ['config', 'api', 'executable'],
  // The document tells which routes take no credential, and the list of those is in auth.
  openapi: ['config', 'api', 'auth'],
  // Spans are made where calls pass, and told by what their messages say.
  tracing: ['domain', 'config', 'observability', 'timing', 'api', 'outgoing'],
  transfer: ['domain', 'document', 'storage'],
  'object-store': ['domain', 'config', 'timing', 'outgoing'],
  publication: ['domain', 'config', 'document', 'object-store', 'transfer'],
  exporter: ['domain', 'config', 'observability', 'timing', 'object-store', 'publication', 'transfer'],
  declarative: [
    'domain',
    'snapshot',
    'document',
    'config',
    'executable',
    'observability',
    'timing',
    'object-store',
    'publication',
  ],
  // How a database is reached, and by which connection, is told once.
  'flipt-database': ['domain', 'config', 'document', 'storage'],
  testing: ['domain', 'snapshot', 'document'],
};

/** Libs that hold no clock, no randomness and no I/O: they import each other and nothing else. */
const pure = ['domain', 'snapshot', 'evaluator'];

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
