// Puts compiled programs, and all they import, into few files.
import { Module } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { outsideOfModules } from './outside-of-modules.mjs';
import { recordPackages } from '../sbom/record-packages.mjs';
import { sourceCommit } from './source-commit.mjs';

/** How a module finds its directory from the file of the bundle that it is in, which may lie in a folder of the bundle. */
const directoryFromHere = (fileName) => {
  const up = '../'.repeat(fileName.split('/').length - 1);
  return `const directoryFromHere = (path) => require('node:path').join(__dirname, '${up}', path);`;
};

/** Tells the program where its threads are; see libs/platform. */
const threadsDirectory = `const BUNDLED_THREADS = require('node:path').join(__dirname, 'threads');`;

/**
 * passport-openidconnect 0.1.2 calls a constructor that Node deprecates, and outside of `node_modules` Node says so on the
 * operator's standard error at the first login.
 */
const withoutDeprecatedBuffer = {
  name: 'without-deprecated-buffer',
  transform(code, id) {
    if (!id.endsWith('/passport-openidconnect/lib/strategy.js')) return null;
    return { code: code.replace('new Buffer(components[1]', 'Buffer.from(components[1]'), map: null };
  },
};

const root = join(import.meta.dirname, '../..');

/**
 * Modules find what lies beside them on the disk as if they were not bundled, as long as the bundle stays where it is from
 * there. Its files are CommonJS in ASCII, each with its map beside it.
 *
 * @param files What each file of the bundle is made of: a compiled program, or `packageAs(name)` for a package.
 * @param directory Where the bundle is written. Several files share what they have in common by further ones.
 * @param options.outside Packages that are in no file of this bundle; none unless given.
 * @param options.requireOutside What modules require in place of one of them, by the name they ask for.
 * @param options.addon JavaScript that exports the addon of sqlite3.
 * @param options.asFunction True where each file is to be an expression: the function that Node makes of a module.
 * @param options.packages File in which packages are recorded whose modules are in the bundle; none unless given.
 */
export async function bundle(
  files,
  directory,
  { outside, requireOutside, addon, asFunction = false, packages } = {},
) {
  const names = Object.keys(files);
  const build = await rolldown({
    input: files,
    platform: 'node',
    resolve: {
      symlinks: false,
      // What it is for `require` looks for its parts in a way that no bundler follows.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    transform: { define: { SOURCE_COMMIT: JSON.stringify(sourceCommit(root)) } },
    // How long it takes is no fault.
    checks: { bundlerTimings: false },
    plugins: [
      withoutDeprecatedBuffer,
      outsideOfModules({ directory, outside, requireOutside, addon }),
      ...(packages === undefined ? [] : [recordPackages(packages)]),
    ],
    onLog(level, log, report) {
      // Of packages that we cannot change; their use of eval is not on our paths.
      if (log.code !== 'EVAL') report(level === 'warn' ? 'error' : level, log);
    },
  });
  await build.write({
    dir: directory,
    format: 'cjs',
    entryFileNames: '[name]',
    chunkFileNames: 'packages/shared/[name]-[hash].cjs',
    // TypeORM and Nest know classes by their names.
    keepNames: true,
    codeSplitting: names.length > 1,
    comments: false,
    // V8 keeps the text as long as the process runs. Names stay: TypeORM, Nest and stack traces tell them.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    // One character beyond would double what the text takes in memory.
    charset: 'ascii',
    ...(asFunction && { banner: Module.wrapper[0], footer: '})' }),
    intro: ({ fileName }) => `${directoryFromHere(fileName)}\n${threadsDirectory}`,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await build.close();
}
