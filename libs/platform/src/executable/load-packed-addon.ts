import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedFile } from './executable';

/**
 * Loads a native addon that was packed into the executable.
 *
 * The system loads code from files only, so it is a file while it is loaded: in a directory that nobody else can enter
 * and that is new, so that nobody can have put anything there, and that is gone a moment later.
 *
 * @returns What the addon exports.
 * @throws Error if there is no place for temporary files, or none that code may be loaded from.
 */
export function loadPackedAddon(name: string): unknown {
  const place = tmpdir();
  try {
    return loadIn(place, name);
  } catch (cause) {
    throw new Error(`${name} cannot be unpacked to ${place} and loaded; TMPDIR may name another directory`, {
      cause,
    });
  }
}

function loadIn(place: string, name: string): unknown {
  const directory = mkdtempSync(join(place, 'pennon-addon-'));
  try {
    const file = join(directory, name);
    writeFileSync(file, packedFile(name), { mode: 0o500 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file, constants.dlopen.RTLD_NOW);
    return loaded.exports;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
