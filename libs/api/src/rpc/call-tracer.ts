import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type DescMethod } from '@bufbuild/protobuf';
import { type RouteMatch } from '../http/route-table';
import { type OfferedRpc } from './offered-rpc';
import { type RpcCall } from './rpc-call';

/** An RPC that is followed until it ends. */
export interface FollowedCall {
  /** @param code Number of its gRPC code, also where it came over HTTP. */
  end(code: number): void;
}

/**
 * Follows requests and RPCs through the doors, for traces (docs/adr/0020). An app that traces nothing provides none, and
 * is then made of parts that know nothing of it.
 */
export abstract class CallTracer {
  /** Has the server span of every request begin before the listener, and end with the response. */
  abstract aroundRequests(listener: RequestListener): RequestListener;

  /** Begins the span of an RPC over HTTP, within the server span of the request. */
  abstract followHttp(
    match: RouteMatch,
    call: RpcCall,
    request: IncomingMessage,
    response: ServerResponse,
  ): FollowedCall;

  /** Begins the span of an RPC over gRPC. */
  abstract followGrpc(method: DescMethod, call: RpcCall): FollowedCall;

  /** The handler, and what its question and answer tell on the span of the call. */
  abstract aroundHandler(method: DescMethod, handle: OfferedRpc['handle']): OfferedRpc['handle'];
}
