import type { ResolvedSettings } from '../resolve-settings';

type Resolved = ResolvedSettings['storage'];

/** Returns the section with what follows from other settings filled in; frozen. Only a database can be written. */
export function deriveStorage(storage: Resolved): Resolved {
  return Object.freeze({ ...storage, readOnly: storage.readOnly || storage.type !== 'database' });
}
