const { compileFunction } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');
const { resolveShared } = require('./shared-modules.cjs');

/**
 * Jest's module loader, except that product code and packages are loaded by Node itself, once per worker, instead of
 * anew for every test file (docs/adr/0027). They need one realm, so test files are compiled in the worker's own too.
 */
module.exports = class SharingRuntime extends JestRuntime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    // Jest compiles for a context of `node:vm`, and has no setting for the current one.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, moduleName) {
    const path = resolveShared(from, moduleName);
    return path === undefined ? super.requireModuleOrMock(from, moduleName) : require(path);
  }
};
