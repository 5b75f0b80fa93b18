// `npm run build:bundle`: the compiled programs in few files, and beside them the code that V8 makes of it. See ADR 24.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { makeCodeCache } from './make-code-cache.mjs';
import { outside, threads } from './outside.mjs';
import { packageAs } from './outside-of-modules.mjs';
import { ADDON_NAME, addonFile } from './sqlite3-addon.mjs';

const here = import.meta.dirname;
const dist = resolve(here, '../../dist');
const directory = join(dist, 'bundle');
const programs = join(here, 'programs.cjs');
const loader = 'load.cjs';

// No code of an earlier bundle may stay beside this one: V8 tells texts apart by their length.
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const wanted = await bundlePrograms();
await bundle({ ...filesOfThreads(), ...filesOf(wanted) }, directory, { packages: packagesOf('parts') });
copyFileSync(addonFile(), join(directory, ADDON_NAME));
copyFileSync(join(here, loader), join(directory, loader));
for (const program of Object.keys(createRequire(programs)(programs))) writeLauncher(program);
await makeCodeCache(directory);

/** Bundles what every start wants; returns the names by which it asks for packages outside, as `mysql2/promise`. */
async function bundlePrograms() {
  const names = new Set();
  const requireOutside = (name) => {
    names.add(name);
    return `./${fileOf(name)}`;
  };
  const addon = `module.exports = require('./${ADDON_NAME}');`;
  const files = { 'bundle.cjs': programs };
  const options = { outside, requireOutside, addon, asFunction: true, packages: packagesOf('programs') };
  await bundle(files, directory, options);
  // Modules are resolved side by side; the same sources are to become the same files.
  return [...names].sort();
}

function fileOf(name) {
  return `packages/${name}.cjs`;
}

function filesOf(names) {
  return Object.fromEntries(names.map((name) => [fileOf(name), packageAs(name)]));
}

function filesOfThreads() {
  return Object.fromEntries(threads.map((program) => [`threads/${basename(program)}`, join(dist, program)]));
}

/** Where the packages of a bundle are recorded, for `npm run build:sbom`. */
function packagesOf(name) {
  return join(dist, 'packages', `${name}.json`);
}

function writeLauncher(program) {
  const text = `#!/usr/bin/env node\nrequire('./${loader}').run('${program}');\n`;
  writeFileSync(join(directory, `${program}.js`), text, { mode: 0o755 });
}
