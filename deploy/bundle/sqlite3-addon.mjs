// The native part of the SQLite driver, as it was installed or compiled.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What it is called where it is copied to. */
export const ADDON_NAME = 'node_sqlite3.node';

/** Where it lies. */
export function addonFile() {
  const manifest = createRequire(import.meta.url).resolve('sqlite3/package.json');
  return join(dirname(manifest), 'build/Release', ADDON_NAME);
}
