// Puts a compiled program and all it imports into one file.
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
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

/** The addon as it is named among what is packed. */
export const ADDON_NAME = 'node_sqlite3.node';

/** What takes the place of the module that looks for the addon: the executable has it packed. */
const addonLoader = (loader) =>
  `module.exports = require(${JSON.stringify(loader)}).loadPackedAddon(${JSON.stringify(ADDON_NAME)});`;

/** A package that is not installed, because it is optional and nobody asked for it: who would have it is told as by Node. */
const absence = (name) =>
  `throw Object.assign(new Error(${JSON.stringify(`Cannot find module '${name}'`)}), { code: 'MODULE_NOT_FOUND' });`;

/**
 * @param input The compiled program.
 * @param file Where the bundle is written, as CommonJS.
 * @param loader The compiled module that loads packed addons.
 */
export async function bundle(input, file, loader) {
  const build = await rolldown({
    input,
    platform: 'node',
    plugins: [outsideOfModules(loader)],
    onLog(level, log, report) {
      // Of packages that we cannot change; their use of eval is not on our paths.
      if (log.code !== 'EVAL') report(level === 'warn' ? 'error' : level, log);
    },
  });
  // TypeORM and Nest know classes by their names.
  await build.write({ file, format: 'cjs', keepNames: true, codeSplitting: false, comments: false });
  await build.close();
}

/** Settles what is no module of JavaScript on this disk. */
function outsideOfModules(loader) {
  return {
    name: 'outside-of-modules',
    async resolveId(name, importer, options) {
      if (importer === undefined || importer.startsWith(VIRTUAL) || isBuiltin(name)) return null;
      const found = await this.resolve(name, importer, { ...options, skipSelf: true });
      if (found === null) return ABSENT + name;
      return ADDON_FINDER.test(found.id) ? ADDON : found;
    },
    transform(code, id) {
      const [, version] = REFLECTION.exec(id) ?? [];
      return version === undefined ? null : withProtoInside(code, id, version);
    },
    load(id) {
      if (id === ADDON) return { code: addonLoader(loader), moduleType: 'js' };
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
  return { code: code.replace(call, () => `protoLoader.fromJSON(${descriptor}, `) };
}
