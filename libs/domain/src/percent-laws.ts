import { invalidField } from './errors';
import { shortestFloat32 } from './float32';

/**
 * The share of a distribution as it is stored, in percent.
 *
 * @throws InvalidFieldError if it is not a number from 0 to 100.
 */
export function normalizeDistributionPercent(percent: number): number {
  if (percent < 0) throw invalidField('rollout', "must be greater than or equal to '0'");
  // Not a number is refused here too.
  if (!(percent <= 100)) throw invalidField('rollout', "must be less than or equal to '100'");
  return shortestFloat32(percent);
}

/**
 * The share of a threshold as it is stored, in percent.
 *
 * @throws InvalidFieldError if it is not a number from 0 to 100.
 */
export function normalizeThresholdPercent(percent: number): number {
  if (!(percent >= 0 && percent <= 100)) {
    throw invalidField('threshold.percentage', 'must be within range [0, 100]');
  }
  return shortestFloat32(percent);
}
