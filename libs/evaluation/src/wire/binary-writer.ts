import { type Timestamp } from '@bufbuild/protobuf/wkt';

/** Enough for nearly every answer to one request; small enough to come out of Node's pool of buffers. */
const INITIAL_SIZE = 512;

/** How fields are laid out. */
const VARINT = 0;
const EIGHT_BYTES = 1;
const WITH_LENGTH = 2;

/** Most bytes that a tag and a number take. */
const HEAD_SIZE = 12;

/** Most bytes of UTF-8 for one unit of text. */
const UTF8_SIZE = 3;

/** The highest number of one byte. */
const MAX_ONE_BYTE = 0x7f;

/** The highest character that is one byte of UTF-8. */
const MAX_ASCII = 0x7f;

/** Length of text up to which a number of one byte tells its length, however it is coded. */
const MAX_SHORT_TEXT = Math.floor(MAX_ONE_BYTE / UTF8_SIZE);

/**
 * Writes one message of protobuf, field by field; leaves out what has its default value.
 *
 * The library's own writer asks the system for memory several times a message; this one takes a piece of Node's pool.
 * It knows fields numbered 1 to 15, and whole numbers from 0 to 2^53 - 1.
 */
export class BinaryWriter {
  private buffer: Buffer = Buffer.allocUnsafe(INITIAL_SIZE);
  private size = 0;

  boolean(field: number, value: boolean): void {
    this.integer(field, value ? 1 : 0);
  }

  integer(field: number, value: number): void {
    if (value === 0) return;
    this.startField(field, VARINT, 0);
    this.varint(value);
  }

  double(field: number, value: number): void {
    if (Object.is(value, 0)) return;
    this.startField(field, EIGHT_BYTES, 8);
    this.size = this.buffer.writeDoubleLE(value, this.size);
  }

  text(field: number, value: string): void {
    if (value !== '') this.item(field, value);
  }

  texts(field: number, values: readonly string[]): void {
    for (const value of values) this.item(field, value);
  }

  moment(field: number, value: Timestamp | undefined): void {
    if (value !== undefined) this.message(field, writeMoment, value);
  }

  /** A message in this one, empty or not. @param write Writes its fields. */
  message<T>(field: number, write: (writer: BinaryWriter, value: T) => void, value: T): void {
    this.startField(field, WITH_LENGTH, 0);
    const start = this.size + 1;
    this.size = start;
    write(this, value);
    this.insertLength(start);
  }

  /** All that was written. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  /** Puts a length before what was written from there on, where there is one byte for it, which is mostly enough. */
  private insertLength(start: number): void {
    const end = this.size;
    const length = end - start;
    this.makeRoom(0);
    this.size = start - 1;
    if (length <= MAX_ONE_BYTE) {
      this.varint(length);
      this.size = end;
      return;
    }
    const moved = start - 1 + varintSize(length);
    this.buffer.copyWithin(moved, start, end);
    this.varint(length);
    this.size = moved + length;
  }

  /** Text, empty or not. */
  private item(field: number, value: string): void {
    this.startField(field, WITH_LENGTH, value.length * UTF8_SIZE);
    if (value.length <= MAX_SHORT_TEXT) {
      const start = this.size + 1;
      const length = this.ascii(value, start) ?? this.buffer.write(value, start);
      this.buffer[this.size] = length;
      this.size = start + length;
    } else {
      this.varint(Buffer.byteLength(value));
      this.size += this.buffer.write(value, this.size);
    }
  }

  /**
   * Writes short text byte by byte, which costs a third of going to the system for it.
   *
   * @returns its length; undefined if it is not ASCII, and more than the beginning of it is still to be written.
   */
  private ascii(value: string, start: number): number | undefined {
    const { buffer } = this;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > MAX_ASCII) return undefined;
      buffer[start + index] = code;
    }
    return value.length;
  }

  /** Writes the tag, and sees to it that there is room for a number and so many bytes after it. */
  private startField(field: number, layout: number, room: number): void {
    this.makeRoom(room);
    this.buffer[this.size++] = (field << 3) | layout;
  }

  /** Sees to it that there is room for a tag, a number and so many bytes after them. */
  private makeRoom(room: number): void {
    const wanted = this.size + HEAD_SIZE + room;
    if (wanted <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * wanted);
    this.buffer.copy(larger, 0, 0, this.size);
    this.buffer = larger;
  }

  /** Seven bits a byte, the lowest first; the top bit says that more follow. */
  private varint(value: number): void {
    let rest = value;
    while (rest > MAX_ONE_BYTE) {
      this.buffer[this.size++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.size++] = rest;
  }
}

function writeMoment(writer: BinaryWriter, { seconds, nanos }: Timestamp): void {
  writer.integer(1, Number(seconds));
  writer.integer(2, nanos);
}

/** How many bytes a number takes. */
function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > MAX_ONE_BYTE; rest = Math.floor(rest / 0x80)) size++;
  return size;
}
