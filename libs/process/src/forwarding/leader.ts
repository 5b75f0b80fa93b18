import { type handleUnaryCall } from '@grpc/grpc-js';
import { type DescMethod } from '@bufbuild/protobuf';
import type { UnaryForwarder } from '@pennon/api';
import { type LeaderEndpoint } from '../workers/worker-assignment';
import { GrpcForwarder } from './grpc-forwarder';
import { HttpForwarder } from './http-forwarder';
import { leaderSockets } from './leader-listener';

/** The worker that is handed whatever this one does not answer itself: every RPC without a handler here. */
export class Leader implements UnaryForwarder {
  readonly http: HttpForwarder;
  private readonly grpc: GrpcForwarder;

  /** @param basePath That of this process and of the leader; `''` for none. */
  constructor(endpoint: LeaderEndpoint, basePath: string) {
    const sockets = leaderSockets(endpoint);
    this.http = new HttpForwarder(sockets.http, endpoint.secret, basePath);
    this.grpc = new GrpcForwarder(sockets.grpc, endpoint.secret);
  }

  handlerOf(method: DescMethod): handleUnaryCall<Buffer, Buffer> {
    return this.grpc.handlerOf(method);
  }

  /** Gives back what it holds, when nothing is handed on any more. */
  close(): void {
    this.http.close();
    this.grpc.close();
  }
}
