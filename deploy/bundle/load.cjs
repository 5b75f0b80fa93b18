'use strict';
// Loads the bundle beside it, with the code that V8 compiled when it was built. Copied to dist/bundle/ by build.mjs.
const { readFileSync } = require('node:fs');
const { Module } = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { constants, Script } = require('node:vm');

/** What stack traces call the bundle. V8 keeps it with the code: a path would be that of the machine that built it. */
const NAME = 'bundle.cjs';

const file = join(__dirname, NAME);
const cacheFile = join(__dirname, 'bundle.cache');

exports.cacheFile = cacheFile;

/**
 * Runs one of the programs of the bundle: `pennon`, `writer` or `reader`.
 *
 * @returns The script, for whoever wants the code that V8 has compiled of it; none where Node loads it by itself.
 */
exports.run = function run(program) {
  // Of ASCII only, which the build sees to: there is nothing to decode, and V8 keeps it in one byte a character. It is a
  // function already, since to wrap it would be to copy it.
  const text = readFileSync(file, 'latin1');
  const script = process.sourceMapsEnabled ? undefined : compiled(text);
  const bundle = new Module(file, module);
  bundle.filename = file;
  bundle.paths = module.paths;
  const ofBundle = (name) => bundle.require(name);
  const main = script?.runInThisContext() ?? loadedByNode(text);
  main.call(bundle.exports, bundle.exports, ofBundle, bundle, file, __dirname);
  bundle.exports[program]();
  return script;
};

/** Only what Node loads by itself is followed back to the source. */
function loadedByNode(text) {
  const loader = new Module(file, module);
  loader.filename = file;
  loader.paths = module.paths;
  loader._compile(`module.exports = ${text}`, file);
  return loader.exports;
}

/** V8 itself refuses code that another version has made, or other flags, and compiles what it needs when it needs it. */
function compiled(text) {
  // Node 20 and 22 count this size among those flags, though code is the same with each. The heap has its size by now.
  setFlagsFromString('--max-semi-space-size=0');
  return new Script(text, {
    filename: NAME,
    cachedData: codeCache(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

function codeCache() {
  try {
    return readFileSync(cacheFile);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
