// A plugin of the bundler: settles what is no module of JavaScript on this disk.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Marks modules that exist in the bundle only, as bundlers agreed to. */
const VIRTUAL = '\0';
const ABSENT = `${VIRTUAL}absent:`;
const ADDON = `${VIRTUAL}sqlite3-addon`;
const PACKAGE = `${VIRTUAL}package:`;

/** The module of sqlite3 that looks for the addon beside itself on the disk. */
const ADDON_FINDER = /[\\/]sqlite3[\\/]lib[\\/]sqlite3-binding\.js$/;

/** The modules of gRPC reflection, each of which reads its .proto from the disk. */
const REFLECTION =
  /[\\/]@grpc[\\/]reflection[\\/]build[\\/]src[\\/]implementations[\\/]reflection-(v1|v1alpha)\.js$/;

/** The module of ioredis that reads the version of its package, which Redis is told. */
const IOREDIS_META = /[\\/]ioredis[\\/]built[\\/]utils[\\/]index\.js$/;

/** What modules ask for their own directory, and what answers them. */
const DIRECTORY = /\b__dirname\b/g;

/** What the compiler has written, with a map beside each file. */
const dist = join(import.meta.dirname, '../../dist');

/** A package that is not installed, because it is optional and nobody asked for it: who would have it is told as by Node. */
const absence = (name) =>
  `throw Object.assign(new Error(${JSON.stringify(`Cannot find module '${name}'`)}), { code: 'MODULE_NOT_FOUND' });`;

/** A module that is what Node gives to those who require the package. */
export const packageAs = (name) => PACKAGE + name;

/**
 * @param options As those of `bundle`.
 */
export function outsideOfModules({ directory, outside = [], requireOutside, addon }) {
  const isOutside = (name) => outside.some((one) => name === one || name.startsWith(`${one}/`));
  return {
    name: 'outside-of-modules',
    async resolveId(name, importer, options) {
      if (name.startsWith(PACKAGE)) return name;
      if (importer === undefined || isBuiltin(name)) return null;
      if (name.endsWith('.node')) return { id: name, external: true };
      if (isOutside(name)) return { id: requireOutside(name), external: true };
      const from = importer.startsWith(VIRTUAL) ? import.meta.filename : importer;
      const found = await this.resolve(name, from, { ...options, skipSelf: true });
      if (found === null) return ABSENT + name;
      return ADDON_FINDER.test(found.id) ? ADDON : found;
    },
    transform(code, id) {
      const place = JSON.stringify(relative(directory, dirname(id)));
      const changed = withFilesInside(code, id).replace(DIRECTORY, `directoryFromHere(${place})`);
      return changed === code ? null : { code: changed, map: null };
    },
    load(id) {
      if (id.startsWith(dist)) return withItsMap(id);
      if (id === ADDON) return { code: addon, moduleType: 'js' };
      if (id.startsWith(PACKAGE)) return { code: reExport(id.slice(PACKAGE.length)), moduleType: 'js' };
      return id.startsWith(ABSENT) ? { code: absence(id.slice(ABSENT.length)), moduleType: 'js' } : null;
    },
  };
}

const reExport = (name) => `module.exports = require(${JSON.stringify(name)});`;

/** A module that reads a file of its package, with that file in it; any other as it is. */
function withFilesInside(code, id) {
  const [, version] = REFLECTION.exec(id) ?? [];
  if (version !== undefined) return withProtoInside(code, id, version);
  return IOREDIS_META.test(id) ? withVersionInside(code, id) : code;
}

/** The module with the descriptor of its service in it, in place of the call that reads it. */
function withProtoInside(code, id, version) {
  const protoLoader = createRequire(id).resolve('@grpc/proto-loader');
  const { loadSync } = createRequire(protoLoader)('protobufjs');
  const proto = join(id, `../../../proto/grpc/reflection/${version}/reflection.proto`);
  const descriptor = JSON.stringify(loadSync(proto).toJSON());
  return replaced(code, id, 'protoLoader.loadSync(protoPath, ', `protoLoader.fromJSON(${descriptor}, `);
}

/** The module with the version of its package in it. */
function withVersionInside(code, id) {
  const { version } = JSON.parse(readFileSync(join(id, '../../../package.json'), 'utf8'));
  const text = JSON.stringify(JSON.stringify({ version }));
  return replaced(code, id, `await fs_1.promises.readFile(filePath, "utf8")`, text);
}

/** The module with another call in it; where it has none of that kind, the package has changed. */
function replaced(code, id, call, by) {
  if (!code.includes(call)) throw new Error(`${id}: reads its file in a way that is not known`);
  return code.replace(call, () => by);
}

/** A compiled module, with the way back to its source. */
function withItsMap(id) {
  return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) };
}
