// `npm run build:sbom`: the software bill of materials of what an image holds, dist/sbom.cdx.json. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, heldPackages, installed, read, root } from './held-packages.mjs';

const { name } = read(join(root, 'package.json'));

/** What the bundles of server and dashboard are made of, as npm refers to it. The dashboard itself is a workspace. */
const held = new Set(['web', ...heldPackages()].map(referenceOf));

const { metadata, components, dependencies, ...document } = npmSbom();
const its = metadata.component['bom-ref'];
const sbom = {
  ...document,
  // npm calls it by the directory that it lies in.
  metadata: { ...metadata, component: { ...metadata.component, name } },
  components: [...held].sort().map(componentOf),
  dependencies: [its, ...[...held].sort()].map((ref) => ({ ref, dependsOn: neededBy(ref) })),
};
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`);

/** A package as it is in an image: where it is installed, and that only builds need it there, says nothing there. */
function componentOf(reference) {
  const found = components.find((component) => component['bom-ref'] === reference);
  if (found === undefined) throw new Error(`npm does not list ${reference}`);
  const { properties: _, ...component } = found;
  return { ...component, scope: 'required' };
}

/** The packages that one needs, of those that there are. Some versions of npm list a package once for each place. */
function neededBy(reference) {
  const lists = dependencies.filter(({ ref }) => ref === reference).map(({ dependsOn }) => dependsOn);
  return [...new Set(lists.flat())].filter((one) => held.has(one)).sort();
}

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

/** How npm refers to the package at that place of the lock file. */
function referenceOf(path) {
  const { name: own, version } = installed[path];
  return `${own ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}
