/** The remainders of every byte for the reflected polynomial EDB88320. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  }
  return remainder;
});

/** Hashed in place of half a surrogate pair, as every UTF-8 encoder writes it. */
const REPLACEMENT = 0xfffd;

/**
 * CRC-32 (IEEE 802.3, as in zlib) of the text in UTF-8, as an unsigned 32-bit integer.
 *
 * `previous` is the CRC of what came before: `crc32(b, crc32(a))` hashes a followed by b, each encoded on its own.
 * Allocates nothing; never throws.
 */
export function crc32(text: string, previous = 0): number {
  let register = ~previous;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      register = shiftIn(register, unit);
      continue;
    }
    const codePoint = text.codePointAt(index) ?? REPLACEMENT;
    if (codePoint > 0xffff) index++;
    register = shiftInEncoded(register, isSurrogate(codePoint) ? REPLACEMENT : codePoint);
  }
  return ~register >>> 0;
}

/** A code point beyond ASCII: its UTF-8 lead byte, then six bits at a time. */
function shiftInEncoded(register: number, codePoint: number): number {
  if (codePoint < 0x800) {
    return shiftIn(shiftIn(register, 0xc0 | (codePoint >>> 6)), continuation(codePoint));
  }
  let next = register;
  if (codePoint < 0x10000) {
    next = shiftIn(next, 0xe0 | (codePoint >>> 12));
  } else {
    next = shiftIn(next, 0xf0 | (codePoint >>> 18));
    next = shiftIn(next, continuation(codePoint >>> 12));
  }
  return shiftIn(shiftIn(next, continuation(codePoint >>> 6)), continuation(codePoint));
}

function shiftIn(register: number, byte: number): number {
  // The index is masked to the table, so the fallback is for the compiler alone.
  return (register >>> 8) ^ (remainders[(register ^ byte) & 0xff] ?? 0);
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}
