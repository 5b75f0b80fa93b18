import type { IncomingHttpHeaders } from 'node:http2';
import { Metadata } from '@grpc/grpc-js';
import { parseCookie } from 'cookie';
import type { Identity, NamespaceRights } from '@pennon/domain';
import { forwardedPeer, PEER_HEADER } from '../connections/forwarded-peer';
import type { TrustedProxies } from '../connections/trusted-proxies';
import { listsTag } from '../rpc/call-headers';
import type { RpcCall } from '../rpc/rpc-call';

/** What comes before the message of a call, by name: all values of that name. */
export interface RequestMetadata {
  get(name: string): readonly (string | Buffer)[];
}

/** The headers of a stream as metadata. Texts alone: nobody here asks for a value that is binary. */
export class HeaderMetadata implements RequestMetadata {
  constructor(private readonly headers: IncomingHttpHeaders) {}

  get(name: string): readonly string[] {
    const value = this.headers[name];
    if (value === undefined) return [];
    return typeof value === 'string' ? [value] : value;
  }
}

/** Names of metadata of the answer. */
const TAG = 'x-etag';
const HTTP_STATUS = 'x-http-code';

/** What of a call is for more than its messages. */
export interface RawCall {
  readonly requestId: string;
  /** What the call came by; undefined where that is not known. */
  readonly connection?: object | undefined;
  /** The caller's address, with the port where there is one. */
  getPeer(): string;
  /** Sends what goes before the message. */
  sendMetadata(metadata: Metadata): void;
}

/** A call that came through the gRPC door. What HTTP has headers for goes by the names of Flipt's metadata. */
export class GrpcCall implements RpcCall {
  readonly http = undefined;
  identity: Identity | undefined;
  visibleNamespaces: ReadonlySet<string> | undefined;
  namespaceRights: NamespaceRights | undefined;
  private isHeld = false;
  /** What goes before the message; undefined while that is nothing. */
  private headers: Metadata | undefined;

  /** @param metadata What came before the message. */
  constructor(
    private readonly metadata: RequestMetadata,
    private readonly call: RawCall,
    private readonly proxies: TrustedProxies,
  ) {}

  /** True once the caller turned out to hold the answer: it gets an empty message. */
  get isNotModified(): boolean {
    return this.isHeld;
  }

  get connection(): object {
    return this.call.connection ?? this;
  }

  get requestId(): string {
    return this.call.requestId;
  }

  /** gRPC's own peer has a port behind the address, without brackets around IPv6. */
  get clientAddress(): string {
    const peer = forwardedPeer(this.header(PEER_HEADER)) ?? this.call.getPeer().replace(/:\d+$/, '');
    return this.proxies.clientOf(peer, this.metadata.get('x-forwarded-for').map(String));
  }

  header(name: string): string | undefined {
    return this.metadata.get(name)[0]?.toString();
  }

  authorizations(): readonly string[] {
    return this.metadata.get('authorization').map(String);
  }

  cookie(name: string): string | undefined {
    return parseCookie(this.header('grpcgateway-cookie') ?? '')[name];
  }

  setHeader(name: string, value: string): void {
    this.headers ??= new Metadata();
    this.headers.set(name, value);
  }

  tagAnswer(tag: string): boolean {
    const held = this.header('grpcgateway-if-none-match');
    this.isHeld = held !== undefined && listsTag(held, tag);
    this.setHeader(TAG, tag);
    if (this.isHeld) this.setHeader(HTTP_STATUS, '304');
    return this.isHeld;
  }

  /** Sends what goes before the message; to be called once, when the answer is ready. */
  sendHeaders(): void {
    if (this.headers !== undefined) this.call.sendMetadata(this.headers);
  }

  /** Sends what goes before a refusal: the tag would be that of an answer that the caller does not get. */
  sendHeadersOfRefusal(): void {
    this.headers?.remove(TAG);
    this.headers?.remove(HTTP_STATUS);
    this.sendHeaders();
  }
}
