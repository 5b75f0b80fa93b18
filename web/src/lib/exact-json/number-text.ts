/** A number by its digits: a number of this language would round integers above 2^53. */
export class NumberText {
  /** @param json As JSON spells it. */
  constructor(readonly json: string) {}
}

const decimal = /^([-+]?)(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/;

/** One text for all spellings of a value, as `1`, `1.0` and `10e-1`; undefined for what is no decimal number. */
export function normalNumber(text: string): string | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  // People can write exponents that are themselves too long for a number.
  const power = BigInt(exponent) + BigInt(digits.length - significant.length - fraction.length);
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** True for a decimal number that a double gives back with the same digits: it can be saved as it was written. */
export function isExact(text: string): boolean {
  const normal = normalNumber(text);
  return normal !== undefined && normal === normalNumber(String(Number(text)));
}
