import { type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { toBinary, type DescMethod, type Message } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { pathOf, type GrpcAnswer, type GrpcExtras } from '../../support/grpc-client';
import { framed, type GrpcRawConnection } from '../../support/grpc-raw-connection';

/** How the gRPC library of another language puts a call on its stream. */
export interface GrpcLibrary {
  readonly name: string;
  /** Beside those that gRPC prescribes. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body is cut into frames: a stream that ends with a frame of its own has a last one that is empty. */
  readonly cuts: readonly number[];
  readonly compresses?: boolean;
}

/** The body ends with the frame of the message. */
const atOnce: readonly number[] = [];

/**
 * Their headers and frames, as the libraries send them.
 *
 * Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md and the sources of each.
 */
export const grpcLibraries: readonly GrpcLibrary[] = [
  {
    name: 'grpc-go',
    headers: { 'user-agent': 'grpc-go/1.73.0', 'grpc-timeout': '29999871u' },
    cuts: atOnce,
  },
  {
    name: 'grpc-go with gzip',
    headers: { 'user-agent': 'grpc-go/1.73.0', 'grpc-encoding': 'gzip', 'grpc-accept-encoding': 'gzip' },
    cuts: atOnce,
    compresses: true,
  },
  {
    name: 'grpcio of Python',
    headers: {
      'user-agent': 'grpc-python/1.66.1 grpc-c/43.0.0 (linux; chttp2)',
      'grpc-accept-encoding': 'identity, deflate, gzip',
      'grpc-timeout': '30S',
    },
    cuts: atOnce,
  },
  {
    name: 'grpc-java',
    headers: {
      'user-agent': 'grpc-java-netty/1.65.1',
      'grpc-accept-encoding': 'gzip',
      'grpc-timeout': '29999950u',
    },
    cuts: [5],
  },
  { name: 'tonic of Rust', headers: { 'user-agent': 'tonic/0.12.3' }, cuts: [Infinity] },
];

/** Calls as a library sends them. */
export class LibraryClient {
  constructor(
    private readonly style: GrpcLibrary,
    private readonly connection: GrpcRawConnection,
  ) {}

  async sendMessage(
    method: DescMethod,
    request: Message,
    { metadata = {} }: GrpcExtras = {},
  ): Promise<GrpcAnswer> {
    const { headers, cuts, compresses = false } = this.style;
    const message = toBinary(method.input, request);
    const body = framed(compresses ? await promisify(gzip)(message) : message, { compressed: compresses });
    const stream = this.connection.begin(pathOf(method), { ...headers, ...metadata });
    let answered: IncomingHttpHeaders = {};
    let ended: IncomingHttpHeaders = {};
    stream.once('response', (received) => {
      answered = received;
    });
    stream.once('trailers', (received: IncomingHttpHeaders) => {
      ended = received;
    });
    const received = buffer(stream);
    await writeFrames(stream, body, cuts);
    const bytes = await received;
    const trailers = 'grpc-status' in answered ? answered : ended;
    return {
      code: Number(trailers['grpc-status']),
      details: decodeURIComponent(String(trailers['grpc-message'] ?? '')),
      headers: Metadata.fromHttp2Headers(answered),
      trailers: Metadata.fromHttp2Headers(trailers),
      bytes: bytes.subarray(5),
    };
  }
}

async function writeFrames(stream: ClientHttp2Stream, body: Buffer, cuts: readonly number[]): Promise<void> {
  const write = promisify(stream.write.bind(stream)) as (bytes: Buffer) => Promise<void>;
  let from = 0;
  for (const cut of cuts) {
    await write(body.subarray(from, cut));
    from = Math.min(cut, body.length);
  }
  stream.end(from === body.length ? undefined : body.subarray(from));
}
