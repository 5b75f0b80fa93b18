const outsideDecimal = /[^\d_.eE+-]/;
const strayDecimalUnderscore = /(?<!\d)_|_(?!\d)/;

const hexadecimal = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
const strayHexadecimalUnderscore = /(?<![\da-fx])_|_(?![\da-f])/i;

const infinity = /^[+-]?inf(?:inity)?$/i;
const notANumber = /^nan$/i;

/** Hexadecimal digits looked at one by one: 64 bits, where the mantissa of a double has 53. */
const EXACT_HEX_DIGITS = 16;

/** A power of two so large, or as its negative so small, that no mantissa can bring it back into range. */
const UNREACHABLE_EXPONENT = 2000;

/**
 * The number a constraint value or a context value means, as an IEEE double; undefined when the text is none.
 *
 * Decimals, hexadecimal floats with a binary exponent, `inf`, `infinity` and `nan`; `_` between digits. Nothing is
 * trimmed; what overflows is no number, what underflows is 0. `Number()` alone is wrong in both directions.
 * Linear in the length of the text; never throws.
 */
export function parseNumberValue(text: string): number | undefined {
  if (text !== last.text) last = { text, value: parse(text) };
  return last.value;
}

/** What was parsed last: many constraints compare the same value of a context, one after the other. */
let last: { readonly text: string; readonly value: number | undefined } = { text: '', value: undefined };

function parse(text: string): number | undefined {
  return parseDecimal(text) ?? parseHexadecimal(text) ?? parseWord(text);
}

function parseDecimal(text: string): number | undefined {
  if (text === '' || outsideDecimal.test(text) || strayDecimalUnderscore.test(text)) return undefined;
  // Of the texts made of these characters, `Number` reads the ones that are decimals here, and no other.
  return finite(Number(text.replaceAll('_', '')));
}

function parseHexadecimal(text: string): number | undefined {
  if (strayHexadecimalUnderscore.test(text)) return undefined;
  const [found, sign, whole = '', fraction = '', exponent = ''] =
    hexadecimal.exec(text.replaceAll('_', '')) ?? [];
  if (found === undefined || whole + fraction === '') return undefined;

  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  // Digits past the exact ones only matter as "something follows", which decides how a tie is rounded.
  const isMore = /[^0]/.test(digits.slice(EXACT_HEX_DIGITS));
  const mantissa = digits.slice(0, EXACT_HEX_DIGITS).padEnd(EXACT_HEX_DIGITS, '0') + (isMore ? '1' : '0');
  const magnitude = timesPowerOfTwo(
    Number.parseInt(mantissa, 16),
    Number(exponent) + 4 * (whole.length - leadingZeros - mantissa.length),
  );
  return finite(sign === '-' ? -magnitude : magnitude);
}

function parseWord(text: string): number | undefined {
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return notANumber.test(text) ? Number.NaN : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** In two steps, because 2 ** exponent alone may leave the range of a double although the product does not. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const bounded = Math.max(-UNREACHABLE_EXPONENT, Math.min(UNREACHABLE_EXPONENT, exponent));
  const half = Math.trunc(bounded / 2);
  return value * 2 ** half * 2 ** (bounded - half);
}
