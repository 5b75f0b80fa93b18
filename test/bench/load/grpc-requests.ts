import { frameBytes, frameFlags, frameTypes, nextFrame, setStreamId } from './http2-frames';

/** Compression of the message (none) and its length. */
export const PREFIX_BYTES = 5;

/** The greatest window there is: more than any run receives on one connection, so it never has to be opened again. */
const MAX_WINDOW = 2 ** 31 - 1;

/** The id and value of a setting: no table for compressed headers, so that equal headers are equal bytes. */
const NO_HEADER_TABLE = Buffer.of(0, 1, 0, 0, 0, 0);

/** A call as two frames, headers and message, of a stream that {@link onStream} is yet to name. */
export function callBytes(
  authority: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  message: Uint8Array,
): Buffer {
  return Buffer.concat([headOf(authority, path, headers), bodyOf(message)]);
}

/** What a client says first: RFC 9113, 3.4. */
export function opening(): Buffer {
  const increment = Buffer.alloc(4);
  increment.writeUInt32BE(MAX_WINDOW - 65_535);
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frameBytes({ type: frameTypes.settings, flags: 0, streamId: 0, payload: NO_HEADER_TABLE }),
    frameBytes({ type: frameTypes.windowUpdate, flags: 0, streamId: 0, payload: increment }),
  ]);
}

/** The frame with the headers, each spelt out (RFC 7541, 6.2.2); names and values may have 126 bytes. */
function headOf(authority: string, path: string, headers: Readonly<Record<string, string>>): Buffer {
  const fields = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': authority,
    'content-type': 'application/grpc',
    te: 'trailers',
    'user-agent': 'pennon-bench',
    ...headers,
  };
  const texts = Object.entries(fields).map((field) =>
    Buffer.concat([Buffer.of(0), ...field.flatMap((text) => [Buffer.of(text.length), Buffer.from(text)])]),
  );
  const payload = Buffer.concat(texts);
  return frameBytes({ type: frameTypes.headers, flags: frameFlags.endHeaders, streamId: 0, payload });
}

/** The frame with the message, the last one. */
function bodyOf(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  const payload = Buffer.concat([prefix, message]);
  return frameBytes({ type: frameTypes.data, flags: frameFlags.endStream, streamId: 0, payload });
}

/** A copy of a request, its two frames on that stream; the socket may still need what was sent before. */
export function onStream(request: Buffer, streamId: number): Buffer {
  const copy = Buffer.from(request);
  setStreamId(copy, 0, streamId);
  setStreamId(copy, nextFrame(copy, 0), streamId);
  return copy;
}
