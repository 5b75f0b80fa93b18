import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { MethodDefinition, Server, ServerOptions, ServiceDefinition } from '@grpc/grpc-js';
import type { ServerConfig } from '@pennon/config';

/** What grpc-js calls our settings. It takes a number that is missing for "unlimited". */
export function channelOptionsOf(config: ServerConfig): ServerOptions {
  return {
    'grpc.max_receive_message_length': config.grpcMaxReceiveBytes,
    'grpc.max_send_message_length': config.grpcMaxSendBytes,
    'grpc.max_concurrent_streams': config.grpcMaxConcurrentStreams,
    'grpc.keepalive_time_ms': config.grpcKeepaliveTime,
    'grpc.keepalive_timeout_ms': config.grpcKeepaliveTimeout,
    ...unlessZero('grpc.max_connection_idle_ms', config.grpcConnMaxIdleTime),
    ...unlessZero('grpc.max_connection_age_ms', config.grpcConnMaxAge),
    ...unlessZero('grpc.max_connection_age_grace_ms', config.grpcConnMaxAgeGrace),
    // Books about every call that nothing here reads.
    'grpc.enable_channelz': 0,
  };
}

function unlessZero(option: string, value: number): ServerOptions {
  return value === 0 ? {} : { [option]: value };
}

/** How grpc-js is to serve a service: as bytes, because messages are decoded and encoded where errors are answered. */
export function serviceDefinitionOf(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((method) => [method.name, methodDefinitionOf(method)]));
}

/** The path of a method on the wire, such as `/flipt.Flipt/GetFlag`. */
export function pathOfMethod({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

function methodDefinitionOf(method: DescMethod): MethodDefinition<Buffer, Buffer> {
  const { methodKind } = method;
  return {
    path: pathOfMethod(method),
    requestStream: methodKind === 'client_streaming' || methodKind === 'bidi_streaming',
    responseStream: methodKind === 'server_streaming' || methodKind === 'bidi_streaming',
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

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

/** A GOAWAY without an error, which names the highest stream there can be (RFC 9113, 6.8). */
const frame = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * Asks whoever holds a connection of HTTP/2 to send the next calls elsewhere; what they send meanwhile is answered.
 *
 * Node can only say which call was the last, and from then on leaves every other one without an answer: one that is
 * just being sent would be lost. So the frame goes to the socket itself, between two writes of the session, each of
 * which is of whole frames. The session must have sent its settings, as it does when it takes the connection.
 */
export function sendShutdownNotice(socket: Socket): void {
  if (socket.writable) socket.write(frame);
}
