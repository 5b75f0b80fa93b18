import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { type Metadata, status } from '@grpc/grpc-js';

/** How a call ends. */
export interface Ending {
  readonly code: status;
  /** Without halves of characters. */
  readonly details: string;
  /** What goes behind them. */
  readonly metadata?: Metadata;
}

/** The end of a call with one of these codes; anything else is a bug of ours. */
export function endingOf(code: keyof typeof status, details: string): Ending {
  return { code: status[code], details };
}

/** Before each message: one byte that says whether it is compressed, and its length in four. */
const PREFIX_BYTES = 5;

/** A message as it was sent. */
export interface Frame {
  readonly isCompressed: boolean;
  readonly bytes: Buffer;
}

/** Puts together the one message of a call, as long as it is within its bound. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;
  /** Of the whole frame; undefined until it is known. */
  private wanted: number | undefined;
  /** Known when the length is. */
  private isCompressed = false;

  /** @param limit Most bytes of the message. */
  constructor(private readonly limit: number) {}

  /**
   * Takes what has come of the call's body. Returns how the call is to end if that cannot be, and keeps nothing of it.
   */
  take(chunk: Buffer): Ending | undefined {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.wanted === undefined && this.size >= PREFIX_BYTES) {
      const whole = this.whole();
      const length = whole.readUInt32BE(1);
      this.isCompressed = whole[0] !== 0;
      this.wanted = PREFIX_BYTES + length;
      if (length > this.limit) return this.refuse(tooLarge('Received', length, this.limit));
    }
    if (this.wanted !== undefined && this.size > this.wanted) return this.refuse(tooMany);
    return undefined;
  }

  /** Whether the message may have more bytes than that once it is decompressed; false until its length is known. */
  mayExceed(bytes: number): boolean {
    return this.wanted !== undefined && (this.isCompressed || this.wanted > PREFIX_BYTES + bytes);
  }

  /** The message, once all has come; or how the call is to end without one. */
  end(): Frame | Ending {
    if (this.size === 0) return none;
    if (this.size !== this.wanted) return half;
    return { isCompressed: this.isCompressed, bytes: this.whole().subarray(PREFIX_BYTES) };
  }

  private whole(): Buffer {
    const [first] = this.chunks;
    return first !== undefined && this.chunks.length === 1 ? first : Buffer.concat(this.chunks, this.size);
  }

  private refuse(ending: Ending): Ending {
    this.chunks = [];
    return ending;
  }
}

/** A message as it is sent. */
export function framed(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, PREFIX_BYTES);
  return frame;
}

/** How a call ends because of a message that has too many bytes. */
export function tooLarge(what: 'Received' | 'Sent', bytes: number, limit: number): Ending {
  return endingOf('RESOURCE_EXHAUSTED', `${what} message larger than max (${bytes} vs. ${limit})`);
}

// What the gRPC specification has for a wrong number of messages.
const tooMany = endingOf('UNIMPLEMENTED', 'more than one message to an RPC that takes one');
const none = endingOf('UNIMPLEMENTED', 'no message to an RPC that takes one');
const half = endingOf('INTERNAL', 'the message ends before its end');

/** How messages may be compressed, by the name that their calls give. */
const ways = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

/** The names of the encodings that are understood, as a header has them. */
export const ACCEPTED_ENCODINGS = ['identity', ...ways.keys()].join(',');

/**
 * What is compressed in a message; or how the call is to end because it cannot be had.
 *
 * @param encoding As the call names it; undefined where it names none.
 * @param limit Most bytes of what comes out.
 */
export async function decompress(
  message: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer | Ending> {
  const way = ways.get(encoding ?? '');
  if (way === undefined) {
    return encoding === undefined || encoding === 'identity'
      ? endingOf('INTERNAL', 'the message is compressed, and nothing says how')
      : endingOf('UNIMPLEMENTED', `Received message compressed with unsupported encoding "${encoding}"`);
  }
  try {
    return await way(message, { maxOutputLength: limit });
  } catch (error) {
    return error instanceof RangeError
      ? endingOf('RESOURCE_EXHAUSTED', `Received message that decompresses to a size larger than ${limit}`)
      : endingOf('INTERNAL', 'Failed to decompress message');
  }
}
