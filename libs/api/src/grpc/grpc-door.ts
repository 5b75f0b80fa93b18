import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as Listener, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import {
  Server,
  ServerCredentials,
  type handleUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { type DescMethod, type DescService } from '@bufbuild/protobuf';
import { type CustomTransportStrategy } from '@nestjs/microservices';
import { type ServerConfig } from '@pennon/config';
import { boundConnections } from '../connections/bound-connections';
import { TrustedProxies } from '../connections/trusted-proxies';
import { type CallObservers } from '../rpc/call-observers';
import { type Gate } from '../rpc/gate';
import { type ServedRpcs } from '../rpc/served-rpcs';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { Certificate, type CertificateConfig } from '../connections/certificate';
import {
  channelOptionsOf,
  divertStreams,
  pathOfMethod,
  serviceDefinitionOf,
  sendShutdownNotice,
} from './grpc-server';
import { addReflection } from './reflection';
import { StreamCalls } from './stream-calls';
import { UnaryCalls } from './unary-calls';

/** Hands unary RPCs that have no handler in this process on to another one. */
export interface UnaryForwarder {
  /** What grpc-js calls for such a method; messages pass as they are. */
  handlerOf(method: DescMethod): handleUnaryCall<Buffer, Buffer>;
}

type Connections = ReturnType<Server['createConnectionInjector']>;

/**
 * The gRPC door: unary RPCs, which it answers itself, and streams and server reflection, as grpc-js serves them.
 *
 * A transport of Nest's own kind for custom ones, because its stock gRPC server cannot do what this one must: it binds
 * the port before there is a service behind it, stops at once or never, and costs an observable per call
 * (docs/adr/0006). It listens on a socket server of its own, which can bound the connections.
 */
export class GrpcDoor implements CustomTransportStrategy {
  private readonly unary: UnaryCalls;
  private readonly streams: StreamCalls;
  private readonly server: Server;
  private readonly connections: Connections;
  private readonly listener: Listener;
  /** Those that came by the listener, decrypted where TLS is served. */
  private readonly sockets = new Set<Socket>();
  /** Resolves when the listener is closed and all its connections are gone; undefined while it listens, and before. */
  private closed: Promise<unknown> | undefined;
  private hasEnded = false;

  /**
   * @param servedRpcs The services that are known; RPCs without a handler in the app answer UNIMPLEMENTED.
   * @param leader Answers those RPCs in their place; undefined for nobody.
   */
  constructor(
    private readonly config: ServerConfig,
    registry: RpcRegistry,
    gate: Gate,
    servedRpcs: Pick<ServedRpcs, 'services' | 'knownServices'>,
    observers: CallObservers = {},
    private readonly leader?: UnaryForwarder,
  ) {
    const proxies = new TrustedProxies(config.trustedProxies);
    this.unary = new UnaryCalls(
      registry,
      gate,
      proxies,
      config.grpcMaxCallTime,
      { received: config.grpcMaxReceiveBytes, sent: config.grpcMaxSendBytes },
      observers,
      leader !== undefined,
    );
    this.streams = new StreamCalls(registry, gate, proxies, observers.counts);
    this.server = new Server(channelOptionsOf(config));
    for (const service of servedRpcs.knownServices) {
      this.server.addService(serviceDefinitionOf(service), this.implementationOf(service));
    }
    addReflection(this.server, servedRpcs.services);
    this.connections = this.server.createConnectionInjector(ServerCredentials.createInsecure());
    divertStreams(this.server, (stream, headers) => this.unary.take(stream, headers));
    this.listener = listenerOf(config, (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      this.take(socket);
    });
    boundConnections(this.listener, config.maxConnections);
  }

  /** Where it listens; undefined before and after. */
  get address(): AddressInfo | undefined {
    const address = this.listener.address();
    return typeof address === 'object' ? (address ?? undefined) : undefined;
  }

  /** Serves a connection, from wherever it comes. */
  take(socket: Socket): void {
    this.connections.injectConnection(socket);
  }

  /** Listens; Nest calls it. The callback takes the error when the port cannot be had. */
  listen(callback: (error?: Error) => void): void {
    this.listener.once('error', callback);
    this.listener.listen(this.config.grpcPort, this.config.host, () => {
      this.listener.off('error', callback);
      callback();
    });
  }

  /** Takes no more connections; those that are there go on. */
  refuse(): void {
    if (!this.listener.listening) return;
    this.closed = once(this.listener, 'close');
    this.listener.close();
  }

  /**
   * Closes the listener, ends the streams, and waits for the other calls under way; those that are still there after
   * `timeoutMs` are cut off.
   *
   * @param lingerMs Time for those who hold a connection to hear that it ends; calls they send meanwhile are answered.
   */
  async end(lingerMs: number, timeoutMs: number): Promise<void> {
    this.refuse();
    if (this.closed === undefined || this.hasEnded) return;
    this.hasEnded = true;
    this.streams.end();
    const deadline = setTimeout(() => {
      // Unlike `forceShutdown`, which knows of no connection while channelz is off.
      this.connections.drain(0);
      // A session that was closed before waits for its peer to close the connection.
      setTimeout(() => {
        for (const socket of this.sockets) socket.destroySoon();
      }, 0);
    }, timeoutMs);
    if (lingerMs > 0) {
      for (const socket of this.sockets) sendShutdownNotice(socket);
      await Promise.race([this.closed, delay(lingerMs, undefined, { ref: false })]);
    }
    await new Promise<void>((resolve) => {
      this.server.tryShutdown(() => {
        resolve();
      });
    });
    // From Node 24 on, grpc-js may say that all is shut down while a call holds its connection.
    await this.closed;
    clearTimeout(deadline);
  }

  /** Closes at once; Nest calls it when the app closes. */
  async close(): Promise<void> {
    await this.end(0, 0);
  }

  /** What grpc-js is to call: for the unary RPCs the leader, if anybody, because what is ours never gets there. */
  private implementationOf({ methods }: DescService): UntypedServiceImplementation {
    const implementation: UntypedServiceImplementation = {};
    for (const method of methods) {
      switch (method.methodKind) {
        case 'unary':
          this.unary.serve(method);
          if (this.leader !== undefined) implementation[method.name] = this.leader.handlerOf(method);
          break;
        case 'server_streaming':
          implementation[method.name] = this.streams.handlerOf(method);
          break;
        default:
          throw new Error(`${pathOfMethod(method)}: streams of requests are not supported`);
      }
    }
    return implementation;
  }
}

/** Hands on every connection, once it is decrypted where TLS is served. */
function listenerOf(config: CertificateConfig, take: (socket: Socket) => void): Listener {
  const certificate = Certificate.of(config);
  if (certificate === undefined) return createServer(take);
  const listener = createTlsServer({ ...certificate.options, ALPNProtocols: ['h2'] }, take);
  certificate.follow(listener);
  return listener;
}
