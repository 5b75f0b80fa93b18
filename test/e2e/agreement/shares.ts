import { crc32 } from 'node:zlib';
import { type RulePlan } from './plan';

const BUCKETS = 1000;

/** The bucket of an entity, which is the same for every rule of the flag. */
export function bucketOf(flagKey: string, entityId: string): number {
  return crc32(flagKey + entityId) % BUCKETS;
}

/** True if the server and the engine since 2026 give the bucket to the same variant. */
export function sharedAlike({ distributions }: RulePlan, bucket: number): boolean {
  const shares = distributions.map(({ rollout }) => rollout).filter((share) => share > 0);
  return choice(cutOff(shares), bucket) === choice(scaledAndRounded(shares), bucket);
}

function choice(bounds: readonly number[], bucket: number): number {
  return bounds.findIndex((bound) => bound > bucket);
}

/** The server's bounds. */
function cutOff(shares: readonly number[]): readonly number[] {
  return runningSums(shares.map((share) => Math.trunc(Math.fround(Math.fround(share) * 10))));
}

/** The engine's bounds. */
function scaledAndRounded(shares: readonly number[]): readonly number[] {
  const sums = runningSums(shares);
  const total = sums.at(-1) ?? 0;
  return sums.map((sum, index) =>
    index === sums.length - 1 ? BUCKETS : Math.round((sum / total) * BUCKETS),
  );
}

function runningSums(numbers: readonly number[]): readonly number[] {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}
