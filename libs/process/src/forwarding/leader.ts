import { type handleUnaryCall } from '@grpc/grpc-js';
import { type DescMethod } from '@bufbuild/protobuf';
import type { UnaryForwarder } from '@pennon/api';
import { type Inside } from '../workers/seat';
import { GrpcForwarder } from './grpc-forwarder';
import { HttpForwarder } from './http-forwarder';
import { insideSockets } from './leader-listener';

/** The worker that is handed whatever this one does not answer itself: every RPC without a handler here. */
export class Leader implements UnaryForwarder {
  readonly http: HttpForwarder;
  private readonly grpc: GrpcForwarder;

  /** @param basePath That of this process and of the leader; `''` for none. */
  constructor(inside: Inside, basePath: string) {
    const sockets = insideSockets(inside);
    this.http = new HttpForwarder(sockets.http, inside.secret, basePath);
    this.grpc = new GrpcForwarder(sockets.grpc, inside.secret);
  }

  handlerOf(method: DescMethod): handleUnaryCall<Buffer, Buffer> {
    return this.grpc.handlerOf(method);
  }

  /** Gives back what it holds, when nothing is handed on any more. */
  close(): void {
    this.grpc.close();
  }
}
