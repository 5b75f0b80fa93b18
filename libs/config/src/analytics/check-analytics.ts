import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

/** Returns what counting cannot do without. Nothing is counted where nothing may be written, and no writer is known. */
export function checkAnalytics({
  analytics,
  storage,
}: Pick<ResolvedSettings, 'analytics' | 'storage'>): readonly Violation[] {
  const obstacle = obstacleTo(storage, analytics.writer.address);
  if (!analytics.enabled || obstacle === undefined) return [];
  return [{ key: 'analytics.enabled', reason: `counts are written to the database, and ${obstacle}` }];
}

function obstacleTo(
  { type, readOnly }: ResolvedSettings['storage'],
  writer: string | undefined,
): string | undefined {
  if (type === 'database') return readOnly ? 'storage.read_only is set' : undefined;
  return writer === undefined ? `storage.type is ${type}: analytics.writer.address is missing` : undefined;
}
