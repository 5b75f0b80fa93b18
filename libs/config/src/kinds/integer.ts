import { within } from './bounds';
import { InvalidValueError, type Kind, scalar } from './kind';

/** The range of an integer, both ends included. */
export interface IntegerRange {
  readonly min?: number;
  readonly max?: number;
}

/** A whole decimal number within the range: any safe integer unless bounds are given. */
export function integer(range: IntegerRange = {}): Kind<number> {
  const min = range.min ?? Number.MIN_SAFE_INTEGER;
  const max = range.max ?? Number.MAX_SAFE_INTEGER;
  return scalar(integerType(range), (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw new InvalidValueError('expected a whole number');
    return within(Number(text), { value: min, text: String(min) }, { value: max, text: String(max) });
  });
}

/** A TCP port, 0–65535; 0 lets the system choose a free one. */
export const port: Kind<number> = { ...integer({ min: 0, max: 65_535 }), type: 'port' };

function integerType({ min, max }: IntegerRange): string {
  if (min !== undefined && max !== undefined) return `integer, ${min}–${max}`;
  if (min !== undefined) return `integer, at least ${min}`;
  return max === undefined ? 'integer' : `integer, at most ${max}`;
}
