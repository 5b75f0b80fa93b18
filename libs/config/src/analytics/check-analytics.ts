import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

/** Returns what counting cannot do without. Nothing is counted where nothing may be written. */
export function checkAnalytics({
  analytics,
  storage,
}: Pick<ResolvedSettings, 'analytics' | 'storage'>): readonly Violation[] {
  if (!analytics.enabled || (storage.type === 'database' && !storage.readOnly)) return [];
  const obstacle =
    storage.type === 'database' ? 'storage.read_only is set' : `storage.type is ${storage.type}`;
  return [{ key: 'analytics.enabled', reason: `counts are written to the database, and ${obstacle}` }];
}
