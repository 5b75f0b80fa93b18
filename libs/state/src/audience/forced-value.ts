import { isOff } from '../flag-state';
import type { DecidingFlag } from './answers';
import { audienceOf } from './audience';
import type { KnownSegments } from './known-segments';

/**
 * The value that everybody gets from a boolean flag whatever its default value `isEnabled` is, as while it is
 * overridden; undefined where the default value counts, not everybody gets the same, or the flag is off.
 */
export function forcedValue(flag: DecidingFlag, segments: KnownSegments): boolean | undefined {
  if (flag.type !== 'boolean' || isOff(flag.off)) return undefined;
  const blocks = [true, false].flatMap((isEnabled) => audienceOf({ ...flag, isEnabled }, segments).blocks);
  const answers = blocks.flatMap(({ parts }) => parts.map(({ answer }) => answer));
  const values = new Set(answers.map((answer) => answer.kind === 'boolean' && answer.value));
  return values.size === 1 ? values.has(true) : undefined;
}

/**
 * The value that the first rollout of a boolean flag gives to everybody, as an override does; undefined for others.
 * Only a threshold of exactly 100% is one: 99.5% decides for all buckets too, but that is no override.
 */
export function servedToEveryone({
  type,
  rollouts: [first],
}: Pick<DecidingFlag, 'type' | 'rollouts'>): boolean | undefined {
  if (type !== 'boolean' || first?.step.type !== 'threshold') return undefined;
  return first.step.percent === 100 ? first.step.value : undefined;
}
