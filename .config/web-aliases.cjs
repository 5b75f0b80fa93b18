const { join } = require('node:path');

const here = (path) => join(__dirname, '..', path);

/** Where the dashboard's own names of modules are, for those that do not read web/tsconfig.json. */
module.exports = {
  resolve: {
    alias: {
      '@': here('web/src'),
      '@pennon/document$': here('libs/document/src/index.ts'),
      '@pennon/domain$': here('libs/domain/src/index.ts'),
      '@pennon/evaluator$': here('libs/evaluator/src/index.ts'),
      // Its types alone: what a page loads has no messages.
      '@pennon/proto$': here('libs/proto/src/index.ts'),
      '@pennon/snapshot$': here('libs/snapshot/src/index.ts'),
      '@pennon/state$': here('libs/state/src/index.ts'),
    },
  },
};
