const { createRequire, isBuiltin } = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { transformSync } = require('@swc/core');
const { addHook } = require('pirates');

const root = join(__dirname, '../..');
const packages = `${sep}node_modules${sep}`;
const product = [join(root, 'apps') + sep, join(root, 'libs') + sep];
const testing = join(root, 'libs/testing') + sep;

// Node loads TypeScript like any other module, compiled as the build compiles it.
addHook((source, filename) => transformSync(source, { filename, cwd: root, sourceMaps: 'inline' }).code, {
  exts: ['.ts'],
});

/** Product code and packages are shared. Tests and their helpers may call Jest when they load, so each file has its own. */
function isShared(path) {
  if (path.includes(packages)) return true;
  return (
    product.some((folder) => path.startsWith(folder)) &&
    !path.startsWith(testing) &&
    !/\.spec\.ts$/.test(path)
  );
}

/** The file that a shared module is in; undefined for every other module. */
function resolveShared(from, moduleName) {
  if (!isAbsolute(from) || isBuiltin(moduleName)) return undefined;
  try {
    const path = createRequire(from).resolve(moduleName);
    return isShared(path) ? path : undefined;
  } catch {
    // Jest knows names that Node does not, such as those of `moduleNameMapper`; or it says what is missing.
    return undefined;
  }
}

module.exports = { resolveShared };
