// The packages that the bundles of server and dashboard are made of, as their builds have recorded them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Directory of the repository. */
export const root = resolve(import.meta.dirname, '../..');

/** Where `npm run build` puts what it makes. */
export const dist = join(root, 'dist');

/** What the lock file says of each package, by where it is installed: the key of its entry. */
export const { packages: installed } = read(join(root, 'package-lock.json'));

/** Where the packages are installed, seen from the directory of the repository; without doubles. */
export function heldPackages() {
  const recorded = join(dist, 'packages');
  const directories = readdirSync(recorded).flatMap((file) => read(join(recorded, file)));
  return [...new Set(directories.map(locate))].sort();
}

/** The JSON in a file. */
export function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Where the lock file has the package of that directory. */
function locate(directory) {
  const parts = directory.split(/[\\/]/);
  const paths = parts.map((_, index) => parts.slice(index).join('/'));
  const path = paths.find((one) => installed[one] !== undefined);
  if (path === undefined) throw new Error(`${directory} is not in the lock file`);
  return path;
}
