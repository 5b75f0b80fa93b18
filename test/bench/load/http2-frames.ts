/** Kinds of frames of HTTP/2 (RFC 9113, 6). */
export const frameTypes = { data: 0, headers: 1, settings: 4, ping: 6, windowUpdate: 8 } as const;

/** Bits of `flags`; what each means depends on the type. */
export const frameFlags = { ack: 0x1, endStream: 0x1, endHeaders: 0x4 } as const;

const HEAD_BYTES = 9;

/** A frame as it came. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

/** A frame as it is sent. */
export function frameBytes({ type, flags, streamId, payload }: Frame): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  setStreamId(head, 0, streamId);
  return Buffer.concat([head, payload]);
}

/** Moves a frame to another stream. @param at Where the frame begins. */
export function setStreamId(bytes: Buffer, at: number, streamId: number): void {
  bytes.writeUInt32BE(streamId, at + 5);
}

/** Where the next frame begins. @param at Where this one does. */
export function nextFrame(bytes: Buffer, at: number): number {
  return at + HEAD_BYTES + bytes.readUIntBE(at, 3);
}

/** Takes what a socket receives apart into frames. */
export class FrameReader {
  /** The beginning of a frame whose end is still to come. */
  private rest: Buffer = Buffer.alloc(0);

  /** The frames that are whole now. The bytes are copied. */
  read(received: Uint8Array): readonly Frame[] {
    const bytes = Buffer.concat([this.rest, received]);
    const frames: Frame[] = [];
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const end = nextFrame(bytes, at);
      if (end > bytes.length) break;
      frames.push({
        type: bytes.readUInt8(at + 3),
        flags: bytes.readUInt8(at + 4),
        streamId: bytes.readUInt32BE(at + 5),
        payload: bytes.subarray(at + HEAD_BYTES, end),
      });
      at = end;
    }
    this.rest = bytes.subarray(at);
    return frames;
  }
}
