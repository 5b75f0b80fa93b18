import { within } from './bounds';
import { InvalidValueError, type Kind, scalar } from './kind';

/** An amount of memory or data, in bytes; a whole number, zero or more. */
export type Bytes = number;

/** The range of a size, both ends included, written as a size: `1KiB`. */
export interface BytesRange {
  readonly min: string;
  readonly max: string;
}

const bytesOfUnit = new Map([
  ['', 1],
  ['b', 1],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
]);

/**
 * Returns the bytes of a size such as `8MiB`, `512 KiB` or `4096`. Units are powers of 1024, in any case;
 * `MB` is refused, since half the world reads it as a power of 1000.
 *
 * @throws InvalidValueError
 */
export function parseBytes(text: string): Bytes {
  const [, amount, unit = ''] = /^(\d+) ?([a-z]*)$/i.exec(text) ?? [];
  const size = Number(amount) * (bytesOfUnit.get(unit.toLowerCase()) ?? Number.NaN);
  if (!Number.isSafeInteger(size)) {
    throw new InvalidValueError('expected a size such as 8MiB, 512KiB or a number of bytes');
  }
  return size;
}

/** A size within the range. */
export function bytes(range: BytesRange): Kind<Bytes> {
  const min = { value: parseBytes(range.min), text: range.min };
  const max = { value: parseBytes(range.max), text: range.max };
  return scalar(`size, ${range.min}–${range.max}`, (text) => within(parseBytes(text), min, max));
}
