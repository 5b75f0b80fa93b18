import { InvalidValueError } from './kind';

/** A bound and how it is written: 1048576 and `1MiB`. */
export interface Bound {
  readonly value: number;
  readonly text: string;
}

/**
 * Returns `value` when it lies between the bounds, both included.
 *
 * @throws InvalidValueError naming the bound that is crossed
 */
export function within(value: number, min: Bound, max: Bound): number {
  if (value < min.value) throw new InvalidValueError(`must be at least ${min.text}`);
  if (value > max.value) throw new InvalidValueError(`must be at most ${max.text}`);
  return value;
}
