/** Inside a lib the folders are floors: one that is imported from imports nothing back, by whichever way round. */
module.exports = {
  forbidden: [
    {
      name: 'folders-are-floors',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^libs/',
    // Tests start whole apps; a door names what is behind it.
    exclude: { path: '\\.spec\\.ts$|/testing/|^libs/testing/|/index\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
