import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** As much of a bill of materials, as CycloneDX writes it, as tests look at. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly purl: string;
    readonly scope: string;
    readonly hashes?: readonly unknown[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function readBill(file: string): BillOfMaterials {
  return JSON.parse(readFileSync(file, 'utf8')) as BillOfMaterials;
}

/** The directory of a package, up to and with its name; the innermost, where packages lie in packages. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The packages whose modules a bundle has, as its source maps tell, with their versions: `pg@8.16.0`.
 *
 * @param bundle Its directory, a copy of `dist/bundle`.
 */
export function packagesOfMaps(bundle: string): readonly string[] {
  const maps = readdirSync(bundle, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.map'),
  );
  const directories = maps.flatMap((path) => {
    const { sources } = JSON.parse(readFileSync(join(bundle, path), 'utf8')) as { sources: string[] };
    return sources.flatMap(
      (source) => PACKAGE.exec(resolve('dist/bundle', dirname(path), source))?.[0] ?? [],
    );
  });
  return [...new Set([...new Set(directories)].map(versionOf))].sort();
}

/** A package that is installed, with its version. */
export function versionOf(directory: string): string {
  const manifest = readFileSync(join(directory, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  return `${name}@${version}`;
}
