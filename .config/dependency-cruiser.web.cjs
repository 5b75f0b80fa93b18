const { join } = require('node:path');

/** The floor plan of the dashboard as rules: who may import whom below web/src. */
const tests = '\\.spec\\.tsx?$';

/** The hooks of the frame that pages use; the rest of it is nobody's business but its own. */
const openDoorsOfApp =
  '^web/src/app/(change-search|copy-text|keys|list-state|namespace|personas|namespace-list|person|platform|preferences|recents|row-keys|search-state|sections|shortcuts|sign-out|title|typed-text|use-session)\\.ts$';

/** Libs of the server that hold no I/O; the dashboard evaluates, reads and writes documents with them as the server does. */
const pureLibs = '^libs/(domain|state|document|snapshot|evaluator)/';

module.exports = {
  forbidden: [
    {
      name: 'lib-is-pure',
      comment:
        'web/src/lib imports itself, its texts, the pure libs of the server and packages without a page',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: tests },
      to: { path: ['^web/src/', '^libs/'], pathNot: ['^web/src/(lib|copy)/', pureLibs] },
    },
    {
      name: 'lib-knows-no-page',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: tests },
      to: { path: 'node_modules/(react|react-dom|react-router|@tanstack|@base-ui)/' },
    },
    {
      name: 'only-pure-libs-of-the-server',
      severity: 'error',
      from: { path: '^web/src/', pathNot: tests },
      to: { path: '^(libs|apps)/', pathNot: [pureLibs, '^libs/proto/'] },
    },
    {
      name: 'only-types-of-messages',
      comment: 'a page reads JSON as it comes: messages and their library would make it twice as heavy',
      severity: 'error',
      from: { path: '^web/src/', pathNot: tests },
      to: { path: '^libs/proto/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-by-their-door',
      comment: 'a feature imports another through its index.ts, and only where that is needed',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'app-is-on-top',
      comment: 'the frame imports everybody, and nobody imports more of it than its open doors',
      severity: 'error',
      from: { path: '^web/src/(features|changes)/' },
      to: { path: '^web/src/app/', pathNot: openDoorsOfApp },
    },
    {
      name: 'nothing-below-imports-app',
      severity: 'error',
      from: { path: '^web/src/(api|components|copy|index|lib)/' },
      to: { path: '^web/src/(app|features|changes)/' },
    },
    {
      name: 'api-knows-no-component',
      severity: 'error',
      from: { path: '^web/src/api/' },
      to: { path: '^web/src/components/' },
    },
    {
      name: 'one-wrapper-of-base-ui',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/components/ui/' },
      to: { path: 'node_modules/@base-ui/' },
    },
    {
      name: 'one-door-of-zod',
      comment: 'schemas are made from lib/zod, which sets them up for our policy of content',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/lib/zod\\.ts$' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'one-door-of-changes',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/changes/' },
      // What forms need is loaded with them: the shell does without it, so they have a door of their own.
      to: { path: '^web/src/changes/', pathNot: '^web/src/changes/(index|editing/index)\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    webpackConfig: { fileName: join(__dirname, 'web-aliases.cjs') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
