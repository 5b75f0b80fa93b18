// `npm run build:packages`: the packages that the bundle leaves outside, and no other, for an image. Needs `npm run build`.
import { cpSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { outside, threads } from './outside.mjs';

const root = resolve(import.meta.dirname, '../..');
const target = join(root, 'packages');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
// A link where a test builds.
const installed = realpathSync(join(root, 'node_modules'));

/** Packages that only an installation or a compiler needs, though others depend on them. */
const notToRun = /^(prebuild-install|node-gyp|node-addon-api|tar|@types\/.+)$/;

/** What the native package was compiled from, and what came of that beside the addon. */
const notToRunOfSqlite3 = /^(deps|src|node-addon-api|build\/(?!Release(\/node_sqlite3\.node)?$))/;

rmSync(target, { recursive: true, force: true });
for (const path of withDependencies([...outside, ...(await packagesOf(threads))])) copy(path);

/** Names of the packages that compiled programs import, which are in no bundle. */
async function packagesOf(programs) {
  const names = new Set();
  const build = await rolldown({
    input: programs.map((program) => join(root, 'dist', program)),
    platform: 'node',
    plugins: [
      {
        name: 'packages',
        resolveId(name, importer) {
          if (importer === undefined || name.startsWith('.') || isBuiltin(name)) return null;
          const [first, second] = name.split('/');
          names.add(name.startsWith('@') ? `${first}/${second}` : first);
          return { id: name, external: true };
        },
      },
    ],
  });
  await build.generate({ format: 'cjs' });
  await build.close();
  return names;
}

/** Paths of the packages and of all that they depend on, as the lock file has them. */
function withDependencies(names) {
  const found = new Set();
  const add = (name, path, isOptional) => {
    if (notToRun.test(name)) return;
    const at = locate(name, path);
    if (at === undefined && !isOptional)
      throw new Error(`${path} needs ${name}, which is not in the lock file`);
    if (at === undefined || found.has(at)) return;
    found.add(at);
    const { dependencies, optionalDependencies, peerDependencies } = packages[at];
    for (const each of Object.keys(dependencies ?? {})) add(each, at, false);
    for (const each of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(each, at, true);
  };
  for (const name of names) add(name, '', false);
  return found;
}

/** Where Node finds the package of that name from the package at `path`; undefined for nowhere. */
function locate(name, path) {
  const at = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  if (packages[at] !== undefined) return at;
  return path === ''
    ? undefined
    : locate(name, path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)));
}

/** Copies a package without those inside it, which are copied where something needs them. */
function copy(path) {
  const source = join(installed, '..', path);
  const isSqlite3 = path === 'node_modules/sqlite3';
  cpSync(source, join(target, path), {
    recursive: true,
    filter: (file) => {
      const inside = relative(source, file);
      return inside !== 'node_modules' && !(isSqlite3 && notToRunOfSqlite3.test(inside));
    },
  });
}
