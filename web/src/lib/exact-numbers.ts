import { jsonTokens } from './json-tokens';

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

/**
 * True for JSON text whose numbers can all be saved as they are written.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function hasExactNumbers(text: string): boolean {
  return jsonTokens(text).every((token) => !/^-?\d/.test(token) || isExact(token));
}
