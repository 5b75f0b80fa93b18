// `npm run build:sbom`: the software bill of materials of what an image holds, dist/sbom.cdx.json. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const recorded = join(dist, 'packages');

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name } = read(join(root, 'package.json'));
const { packages } = read(join(root, 'package-lock.json'));

/** What the bundles of server and dashboard are made of, as npm refers to it. The dashboard itself is a workspace. */
const held = new Set([referenceOf('web')]);
for (const file of readdirSync(recorded)) {
  for (const directory of read(join(recorded, file))) held.add(referenceOf(locate(directory)));
}

const { metadata, components, dependencies, ...document } = npmSbom();
const its = metadata.component['bom-ref'];
const shipped = components.filter((component) => held.has(component['bom-ref'])).map(asShipped);
if (shipped.length !== held.size) throw new Error('npm does not list all that the bundles are made of');
const sbom = {
  ...document,
  // npm calls it by the directory that it lies in.
  metadata: { ...metadata, component: { ...metadata.component, name } },
  components: shipped,
  dependencies: dependencies
    .filter(({ ref }) => ref === its || held.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => held.has(one)) })),
};
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`);

/** The bill of all that the lock file has, which is also what builds and tests. */
function npmSbom() {
  // Peers of development tools contradict each other, which npm would refuse to write about.
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--legacy-peer-deps',
  ];
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}

/** What npm needs to build the dashboard only is in an image all the same. */
function asShipped({ properties, ...component }) {
  return {
    ...component,
    scope: 'required',
    properties: properties.filter((property) => property.name !== 'cdx:npm:package:development'),
  };
}

/** Where the lock file has the package of that directory. */
function locate(directory) {
  const parts = directory.split(/[\\/]/);
  const paths = parts.map((_, index) => parts.slice(index).join('/'));
  const path = paths.find((one) => packages[one] !== undefined);
  if (path === undefined) throw new Error(`${directory} is not in the lock file`);
  return path;
}

/** How npm refers to the package at that place of the lock file. */
function referenceOf(path) {
  const { name: own, version } = packages[path];
  return `${own ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}
