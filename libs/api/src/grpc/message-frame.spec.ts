import { status } from '@grpc/grpc-js';
import { framed, FrameReader } from './message-frame';

const message = Buffer.from('a message');
const frame = framed(message);

/** What becomes of a body that comes in these pieces, where a message has 20 bytes at most. */
function read(...pieces: readonly Buffer[]): ReturnType<FrameReader['end']> {
  const reader = new FrameReader(20);
  for (const piece of pieces) {
    const refusal = reader.take(piece);
    if (refusal !== undefined) return refusal;
  }
  return reader.end();
}

it('is a byte for compression, four for the length, and the message', () => {
  expect(frame.toString('latin1')).toBe('\0\0\0\0\x09a message');
});

it.each([
  ['in one piece', [frame]],
  ['byte by byte', Array.from(frame, (byte) => Buffer.of(byte))],
  ['cut within the length', [frame.subarray(0, 3), frame.subarray(3)]],
  ['cut behind the length', [frame.subarray(0, 5), frame.subarray(5)]],
  ['with pieces of nothing', [Buffer.alloc(0), frame, Buffer.alloc(0)]],
])('reads a message that comes %s', (_, pieces) => {
  expect(read(...pieces)).toEqual({ isCompressed: false, bytes: message });
});

it('reads an empty message, and one that is said to be compressed', () => {
  expect(read(framed(Buffer.alloc(0)))).toEqual({ isCompressed: false, bytes: Buffer.alloc(0) });
  expect(read(Buffer.concat([Buffer.of(1), frame.subarray(1)]))).toEqual({
    isCompressed: true,
    bytes: message,
  });
});

it.each([
  ['no message', [], status.UNIMPLEMENTED, 'no message to an RPC that takes one'],
  ['half a length', [frame.subarray(0, 4)], status.INTERNAL, 'the message ends before its end'],
  ['half a message', [frame.subarray(0, 8)], status.INTERNAL, 'the message ends before its end'],
  ['two messages', [frame, frame], status.UNIMPLEMENTED, 'more than one message to an RPC that takes one'],
  [
    'a byte too many',
    [Buffer.concat([frame, Buffer.of(0)])],
    status.UNIMPLEMENTED,
    'more than one message to an RPC that takes one',
  ],
  [
    'a message over the limit',
    [framed(Buffer.alloc(21)).subarray(0, 5)],
    status.RESOURCE_EXHAUSTED,
    'Received message larger than max (21 vs. 20)',
  ],
])('refuses %s', (_, pieces, code, details) => {
  expect(read(...pieces)).toEqual({ code, details });
});
