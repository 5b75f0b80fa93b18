/**
 * Runs after `npm install`: proves that the sqlite3 addon loads, and compiles it when it does not.
 *
 * The published prebuilt binary needs a newer glibc than some supported systems have, and npm may be told to
 * skip install scripts; in both cases `require('sqlite3')` would fail only when the service starts.
 */
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

const root = resolve(__dirname, '../../..');
const addon = join(root, 'node_modules/sqlite3');

/** True if a fresh process of this Node can load the addon. */
function addonLoads() {
  const probe = spawnSync(process.execPath, ['-e', "require('sqlite3')"], { cwd: root, stdio: 'ignore' });
  return probe.status === 0;
}

/** Compiles the addon with the node-gyp that came with it, against the headers beside this Node if any. */
function compileAddon() {
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js', { paths: [addon] });
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include/node/node.h')) ? [`--nodedir=${prefix}`] : [];
  spawnSync(process.execPath, [nodeGyp, 'rebuild', '--silent', ...headers], {
    cwd: addon,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

// Nothing is installed yet when npm only writes the lock file.
if (existsSync(join(addon, 'package.json')) && !addonLoads()) {
  console.log('pennon: compiling sqlite3 for this machine, which takes a minute or two');
  compileAddon();
  if (!addonLoads()) {
    console.error(
      'pennon: sqlite3 could not be compiled. It needs python3, make and a C++17 compiler (g++ or clang++).',
    );
    process.exit(1);
  }
}
