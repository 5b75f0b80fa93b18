import { getTextEncoding } from '@bufbuild/protobuf/wire';

/** Longest message whose text is taken in one piece, in bytes. A part of it that is kept keeps all of it. */
const MAX_WHOLE = 8192;

/** Bytes of a length that fit into a number without its sign: four times seven bits. */
const MAX_LENGTH_SHIFT = 21;

/** The highest byte that is a character by itself. */
const MAX_ASCII = 0x7f;

/**
 * Reads the fields of one message of protobuf that holds nothing but text, and messages of text.
 *
 * A request has a dozen short texts. To make each from bytes costs more than to evaluate the flag, so they are made
 * all at once, and cut out. What is not ASCII is decoded on its own.
 */
export class BinaryReader {
  private at = 0;
  private readonly whole: string | undefined;

  constructor(private readonly bytes: Buffer) {
    if (bytes.length <= MAX_WHOLE) this.whole = bytes.toString('latin1');
  }

  /** Where the next byte is. */
  get position(): number {
    return this.at;
  }

  /** A tag of one byte, and the first byte of a longer one; NaN at the end. */
  tag(): number {
    return this.bytes[this.at++] ?? NaN;
  }

  /**
   * The length of what follows.
   *
   * @throws RangeError if it is out of all bounds.
   */
  length(): number {
    let length = 0;
    for (let shift = 0; shift <= MAX_LENGTH_SHIFT; shift += 7) {
      const byte = this.bytes[this.at++] ?? NaN;
      length |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return length;
    }
    throw new RangeError('a length that is none');
  }

  /**
   * A text with its length.
   *
   * @throws RangeError if the message ends before it does.
   * @throws TypeError if it is not UTF-8.
   */
  text(): string {
    const { bytes, whole } = this;
    const length = this.length();
    const start = this.at;
    const end = start + length;
    if (end > bytes.length) throw new RangeError('a text that is cut off');
    this.at = end;
    for (let at = start; at < end; at++) {
      if ((bytes[at] ?? 0) > MAX_ASCII) return getTextEncoding().decodeUtf8(bytes.subarray(start, end), true);
    }
    return whole === undefined ? bytes.toString('latin1', start, end) : whole.slice(start, end);
  }
}
