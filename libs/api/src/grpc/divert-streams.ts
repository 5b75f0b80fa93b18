import { type Server } from '@grpc/grpc-js';
import { type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';

/** Answers the call that a stream is and returns true, or leaves it alone and returns false. */
export type TakeStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean;

/** What a server of grpc-js has, and its types leave out. */
interface ServerSide {
  /** One for each way that connections come. */
  readonly http2Servers: ReadonlyMap<Http2Server, unknown>;
  /** Has the connection of the stream count as busy until the stream is closed, where idle ones are closed. */
  onStreamOpened(stream: ServerHttp2Stream): void;
}

/**
 * Shows every stream to `take` first; those that it takes grpc-js never hears of (docs/adr/0025). Connections stay with
 * grpc-js: their age, their idleness, their pings and their end.
 *
 * @param server After it was told how connections come.
 */
export function divertStreams(server: Server, take: TakeStream): void {
  const serverSide = server as unknown as ServerSide;
  for (const http2Server of serverSide.http2Servers.keys()) {
    const [answer, ...others] = http2Server.listeners('stream');
    if (answer === undefined || others.length > 0) throw new Error('grpc-js hears of streams in a new way');
    http2Server.removeAllListeners('stream');
    http2Server.on('stream', (stream, headers, ...rest) => {
      if (take(stream, headers)) serverSide.onStreamOpened(stream);
      else Reflect.apply(answer, http2Server, [stream, headers, ...rest]);
    });
  }
}
