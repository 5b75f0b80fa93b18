import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The files of a directory and of those in it, by their path in it with slashes; none where there is no such directory.
 */
export function filesIn(directory: string): ReadonlyMap<string, Buffer> {
  const entries = existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((file) => [relative(directory, file).replaceAll(sep, '/'), readFileSync(file)]));
}
