import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import type { AccessLines, RpcCounts } from '@pennon/platform';
import type { RouteMatch } from './route-table';
import type { ServedRpc } from './rpc';
import type { RpcCall } from './rpc-call';

/** An RPC that is followed until it ends. */
export interface FollowedCall {
  /** @param code Number of its gRPC code, also where it came over HTTP. */
  end(code: number): void;
}

/**
 * Follows requests and RPCs through the doors, for traces (docs/adr/0020). An app that traces nothing provides none,
 * and is then made of parts that know nothing of it.
 */
export abstract class CallTracer {
  /** Begins the server span of a request that is no call; it ends with the response. */
  abstract followRequest(request: IncomingMessage, response: ServerResponse): void;

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
  abstract aroundHandler(method: DescMethod, handle: ServedRpc['handle']): ServedRpc['handle'];
}

/** Who watches the calls that the doors answer; an app may do without any of them. */
export interface CallObservers {
  /** Counts calls. */
  readonly counts?: RpcCounts | undefined;
  /** Writes access lines. */
  readonly lines?: AccessLines | undefined;
  /** Follows calls for traces, streams apart. */
  readonly tracer?: CallTracer | undefined;
}
