import { Metadata, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { type RpcCall } from '../rpc/rpc-call';
import { listsTag } from '../rpc/lists-tag';

/** A call of grpc-js whose messages are still bytes. */
export type RawCall = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer>;

/** A call that came through the gRPC door. What HTTP has headers for goes by the names of contract/evaluation.md 3.1. */
export class GrpcCall implements RpcCall {
  private isHeld = false;

  constructor(private readonly call: RawCall) {}

  /** True once the caller turned out to hold the answer: it gets an empty message. */
  get isNotModified(): boolean {
    return this.isHeld;
  }

  header(name: string): string | undefined {
    return this.call.metadata.get(name)[0]?.toString();
  }

  tagAnswer(tag: string): boolean {
    const held = this.header('grpcgateway-if-none-match');
    this.isHeld = held !== undefined && listsTag(held, tag);
    const metadata = new Metadata();
    metadata.set('x-etag', tag);
    if (this.isHeld) metadata.set('x-http-code', '304');
    this.call.sendMetadata(metadata);
    return this.isHeld;
  }
}
