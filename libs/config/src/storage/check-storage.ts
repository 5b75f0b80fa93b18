import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

type Storage = ResolvedSettings['storage'];

/**
 * Returns what does not go together in the section. The reasons are Flipt's, since operators search for them.
 *
 * @param given the keys that are given, of all sections
 */
export function checkStorage(storage: Storage, given: ReadonlySet<string>): readonly Violation[] {
  return [...bucketIsNamed(storage), ...writesNeedADatabase(storage, given)];
}

function bucketIsNamed({ type, object }: Storage): readonly Violation[] {
  if (type !== 'object' || object.s3.bucket !== undefined) return [];
  return [{ key: 'storage.object.s3.bucket', reason: 's3 bucket must be specified' }];
}

function writesNeedADatabase({ type, readOnly }: Storage, given: ReadonlySet<string>): readonly Violation[] {
  if (type === 'database' || readOnly || !given.has('storage.read_only')) return [];
  return [
    {
      key: 'storage.read_only',
      reason: `setting read only mode is only supported with database storage; ${type} storage is always read-only`,
    },
  ];
}
