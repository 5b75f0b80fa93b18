import { once } from 'node:events';
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';

/**
 * What came back on a stream of HTTP/2: gRPC's status is in its trailers, or in its headers when nothing else comes.
 */
export interface RawAnswer {
  readonly status: number;
  readonly grpcStatus: string | undefined;
  /** With its escapes. */
  readonly grpcMessage: string | undefined;
}

/** A connection on which a test speaks HTTP/2 itself, and sends what no gRPC library would. */
export class GrpcRawConnection {
  private constructor(readonly session: ClientHttp2Session) {
    session.on('error', () => undefined);
  }

  static async open(address: string): Promise<GrpcRawConnection> {
    const session = connect(`http://${address}`);
    await once(session, 'connect');
    return new GrpcRawConnection(session);
  }

  /** Opens a stream; the test writes to it, and ends it. */
  begin(path: string, headers: Readonly<Record<string, string>> = {}): ClientHttp2Stream {
    const stream = this.session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    stream.on('error', () => undefined);
    return stream;
  }

  /** Sends these bytes as the body of a call, and resolves with what came back. */
  async send(
    path: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> {
    const stream = this.begin(path, headers);
    stream.end(body);
    return answerTo(stream);
  }

  close(): void {
    this.session.destroy();
  }
}

/** What comes back on a stream, once it is closed. */
export async function answerTo(stream: ClientHttp2Stream): Promise<RawAnswer> {
  let received: IncomingHttpHeaders = {};
  const collect = (headers: IncomingHttpHeaders): void => {
    received = { ...received, ...headers };
  };
  stream.on('response', collect).on('trailers', collect).resume();
  if (!stream.closed) await once(stream, 'close');
  const { ':status': status = 0, 'grpc-status': grpcStatus, 'grpc-message': grpcMessage } = received;
  return { status: Number(status), grpcStatus: text(grpcStatus), grpcMessage: text(grpcMessage) };
}

/** A message as it goes into the body of a call: behind its length. */
export function framed(message: Uint8Array, { compressed = false } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(compressed ? 1 : 0);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function text(header: string | readonly string[] | undefined): string | undefined {
  return header === undefined ? undefined : header.toString();
}
