// `npm run build:binary`: one executable for this platform, with all of Pennon inside. See docs/binary.md.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, relative, resolve } from 'node:path';
import { bundle } from '../bundle/bundle.mjs';
import { threads } from '../bundle/outside.mjs';
import { ADDON_NAME, addonFile } from '../bundle/sqlite3-addon.mjs';
import { timeStart } from './time-start.mjs';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const parts = join(dist, 'binary');
const executable = join(dist, 'pennon');

/** By this Node finds what was put into it; given by its documentation. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** What takes the place of the module that looks for the driver on the disk. */
const loader = JSON.stringify(join(dist, 'libs/platform/src/executable/load-packed-addon.js'));
const addon = `module.exports = require(${loader}).loadPackedAddon(${JSON.stringify(ADDON_NAME)});`;

if (process.platform !== 'linux') {
  throw new Error(`the executable can be built for Linux, on Linux; this is ${process.platform}`);
}

mkdirSync(join(parts, 'threads'), { recursive: true });
const main = await bundled('apps/cli/src/main.js', 'main.cjs');
const assets = { ...(await packedThreads()), ...packedDashboard(), [ADDON_NAME]: addonFile() };
write(main, assets);

const megabytes = (statSync(executable).size / 1e6).toFixed(1);
const { ready, memory } = await timeStart(executable);
console.log(
  `${relative(root, executable)}: ${megabytes} MB, ready after ${ready} ms, ${memory} MB of memory then`,
);

/** Bundles a compiled program; returns the file. */
async function bundled(program, name) {
  await bundle({ [name]: join(dist, program) }, parts, { addon });
  return join(parts, name);
}

async function packedThreads() {
  const packed = {};
  for (const program of threads) {
    const name = `threads/${basename(program)}`;
    packed[name] = await bundled(program, name);
  }
  return packed;
}

function packedDashboard() {
  const web = join(dist, 'web');
  const files = readdirSync(web, { recursive: true }).filter((name) => statSync(join(web, name)).isFile());
  return Object.fromEntries(files.map((name) => [`web/${name}`, join(web, name)]));
}

/** Writes the executable: this Node, and in it the program and what is packed. */
function write(program, packed) {
  const list = join(parts, 'list.json');
  writeFileSync(list, JSON.stringify(Object.keys(packed)));
  const blob = join(parts, 'pennon.blob');
  const config = join(parts, 'sea-config.json');
  writeFileSync(
    config,
    JSON.stringify({
      // Relative: V8 keeps the name with the code, and stack traces have it.
      main: relative(parts, program),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: { ...packed, 'list.json': list },
    }),
  );
  run(process.execPath, ['--experimental-sea-config', config], parts);
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  // Names for debuggers are a tenth of it. Before the injection, which a later strip would not survive.
  run('strip', [executable]);
  run('postject', [executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]);
}

/** Runs a program, of this project's tools or of the system, in that directory. */
function run(program, args, cwd = root) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status, error, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stderr}`);
}
