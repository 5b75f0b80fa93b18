// A plugin of Rolldown and Vite: records which packages a bundle is made of, for the software bill of materials.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The directory of a package, up to and with its name; the innermost, where packages lie in packages. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** A package whose style sheet becomes a part of one that imports it. */
const STYLES = /@import\s+['"]([^'"./][^'"]*)['"]/g;

/**
 * @param file Where their directories are written, as a list in JSON.
 */
export function recordPackages(file) {
  const styles = [];
  return {
    name: 'record-packages',
    transform: {
      order: 'pre',
      async handler(code, id) {
        if (!id.endsWith('.css')) return null;
        for (const [, name] of code.matchAll(STYLES)) styles.push((await this.resolve(name, id)).id);
        return null;
      },
    },
    generateBundle(_, bundle) {
      const parts = Object.values(bundle).flatMap(({ moduleIds, originalFileNames }) => [
        ...(moduleIds ?? []),
        ...(originalFileNames ?? []),
      ]);
      const directories = [...parts, ...styles].flatMap((path) => PACKAGE.exec(path)?.[0] ?? []);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...new Set(directories)].sort(), undefined, 2));
    },
  };
}
