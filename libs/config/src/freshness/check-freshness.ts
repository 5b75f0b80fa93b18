import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

/**
 * Returns what is wrong between the settings of freshness: a snapshot is known to be current once per poll, so a limit
 * on its age below that would make health come and go.
 */
export function checkFreshness({
  freshness: { maxAge, pollInterval },
}: Pick<ResolvedSettings, 'freshness'>): readonly Violation[] {
  if (maxAge === 0 || maxAge >= 2 * pollInterval) return [];
  return [{ key: 'freshness.max_age', reason: 'must be at least twice freshness.poll_interval, or 0' }];
}
