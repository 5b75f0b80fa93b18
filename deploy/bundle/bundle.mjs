// Puts a compiled program and all it imports into one file.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Marks modules that exist in the bundle only, as bundlers agreed to. */
const VIRTUAL = '\0';
const ABSENT = `${VIRTUAL}absent:`;
const ADDON = `${VIRTUAL}sqlite3-addon`;

/** The module of sqlite3 that looks for the addon beside itself on the disk. */
const ADDON_FINDER = /[\\/]sqlite3[\\/]lib[\\/]sqlite3-binding\.js$/;

/** The modules of gRPC reflection, each of which reads its .proto from the disk. */
const REFLECTION =
  /[\\/]@grpc[\\/]reflection[\\/]build[\\/]src[\\/]implementations[\\/]reflection-(v1|v1alpha)\.js$/;

/** What modules ask for their own directory, and what answers them. */
const DIRECTORY = /\b__dirname\b/g;
const DIRECTORY_FROM_HERE = `const directoryFromHere = (path) => require('node:path').join(__dirname, path);`;

/** What the compiler has written, with a map beside each file. */
const dist = join(import.meta.dirname, '../../dist');

/** A package that is not installed, because it is optional and nobody asked for it: who would have it is told as by Node. */
const absence = (name) =>
  `throw Object.assign(new Error(${JSON.stringify(`Cannot find module '${name}'`)}), { code: 'MODULE_NOT_FOUND' });`;

/**
 * Modules find what lies beside them on the disk as if they were not bundled, as long as the bundle stays where it is from
 * there. It is in ASCII.
 *
 * @param input The compiled program.
 * @param file Where the bundle is written, as CommonJS; its map lies beside it.
 * @param options.outside Packages that are loaded when the bundle runs; none unless given.
 * @param options.addon JavaScript that exports the addon of sqlite3; it is looked for on the disk unless given.
 */
export async function bundle(input, file, { outside = [], addon } = {}) {
  const build = await rolldown({
    input,
    platform: 'node',
    resolve: {
      symlinks: false,
      // What it is for `require` looks for its parts in a way that no bundler follows.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    // How long it takes is no fault.
    checks: { bundlerTimings: false },
    plugins: [outsideOfModules({ file, outside, addon })],
    onLog(level, log, report) {
      // Of packages that we cannot change; their use of eval is not on our paths.
      if (log.code !== 'EVAL') report(level === 'warn' ? 'error' : level, log);
    },
  });
  await build.write({
    file,
    format: 'cjs',
    // TypeORM and Nest know classes by their names.
    keepNames: true,
    codeSplitting: false,
    comments: false,
    // One character beyond would double what the text takes in memory.
    charset: 'ascii',
    intro: DIRECTORY_FROM_HERE,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await build.close();
}

/** Settles what is no module of JavaScript on this disk. */
function outsideOfModules({ file, outside, addon }) {
  const isOutside = (name) => outside.some((one) => name === one || name.startsWith(`${one}/`));
  return {
    name: 'outside-of-modules',
    async resolveId(name, importer, options) {
      if (importer === undefined || importer.startsWith(VIRTUAL) || isBuiltin(name)) return null;
      if (isOutside(name)) return { id: name, external: true };
      const found = await this.resolve(name, importer, { ...options, skipSelf: true });
      if (found === null) return ABSENT + name;
      return addon !== undefined && ADDON_FINDER.test(found.id) ? ADDON : found;
    },
    transform(code, id) {
      const [, version] = REFLECTION.exec(id) ?? [];
      if (version !== undefined) return withProtoInside(code, id, version);
      if (!DIRECTORY.test(code)) return null;
      const directory = JSON.stringify(relative(dirname(file), dirname(id)));
      return { code: code.replace(DIRECTORY, `directoryFromHere(${directory})`), map: null };
    },
    load(id) {
      if (id.startsWith(dist)) return withItsMap(id);
      if (id === ADDON) return { code: addon, moduleType: 'js' };
      return id.startsWith(ABSENT) ? { code: absence(id.slice(ABSENT.length)), moduleType: 'js' } : null;
    },
  };
}

/** The module with the descriptor of its service in it, in place of the call that reads it. */
function withProtoInside(code, id, version) {
  const call = 'protoLoader.loadSync(protoPath, ';
  if (!code.includes(call)) throw new Error(`${id}: reads its .proto in a way that is not known`);
  const protoLoader = createRequire(id).resolve('@grpc/proto-loader');
  const { loadSync } = createRequire(protoLoader)('protobufjs');
  const proto = join(id, `../../../proto/grpc/reflection/${version}/reflection.proto`);
  const descriptor = JSON.stringify(loadSync(proto).toJSON());
  return { code: code.replace(call, () => `protoLoader.fromJSON(${descriptor}, `), map: null };
}

/** A compiled module, with the way back to its source. */
function withItsMap(id) {
  return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) };
}
