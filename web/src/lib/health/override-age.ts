import { type Rollout } from '../model';
import { overrideOf } from '../plan';
import { parseTimestamp } from '../time';

const HOUR = 3_600_000;

/** From this age on an override is no emergency any more, in hours. */
const OLD = 24;

/** An override that is in force, and younger than a day. */
export interface YoungOverride {
  readonly flagKey: string;
  readonly value: boolean;
  /** Who made it, and when. */
  readonly description: string;
}

/** The overrides of a namespace that nothing is wrong with yet. */
export function youngOverrides(
  rollouts: ReadonlyMap<string, readonly Rollout[]>,
  now: Date,
): readonly YoungOverride[] {
  return [...rollouts].flatMap(([flagKey, list]) => {
    const override = overrideOf(list);
    if (override === undefined || oldOverrideHours(list, now) !== undefined) return [];
    return [{ flagKey, value: override.step.value, description: override.description }];
  });
}

/** How many hours the override on top of a flag is old, when it is older than a day; undefined otherwise. */
export function oldOverrideHours(rollouts: readonly Rollout[], now: Date): number | undefined {
  const override = overrideOf(rollouts);
  const made = override === undefined ? undefined : parseTimestamp(override.createdAt);
  if (made === undefined) return undefined;
  const hours = Math.floor((now.getTime() - made.getTime()) / HOUR);
  return hours >= OLD ? hours : undefined;
}
