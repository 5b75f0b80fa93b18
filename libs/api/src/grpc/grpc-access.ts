import type { DescMethod } from '@bufbuild/protobuf';
import { type AccessLines, type RpcCount, traceFieldsOf } from '@pennon/platform';
import { Health } from '@pennon/proto';
import type { FollowedCall } from '../rpc/call-observers';
import { clientOf } from '../rpc/caller';
import type { RpcCall } from '../rpc/rpc-call';
import { pathOfMethod } from './grpc-server';

/** What hears of the beginning and the end of a call. */
export type CallAccess = Pick<GrpcAccess, 'begin' | 'end'>;

/** Counts the calls of one unary RPC, and writes their access lines. */
export class GrpcAccess {
  private readonly lines: AccessLines | undefined;

  /** @param lines Undefined where nothing is logged. */
  constructor(
    private readonly method: DescMethod,
    private readonly count: RpcCount,
    lines: AccessLines | undefined,
  ) {
    // Machines ask for health all day long, and nobody wants to read of it.
    this.lines = method.parent === Health ? undefined : lines;
  }

  /** A call begins. Returns the moment, for {@link end}. */
  begin(): number {
    return this.count.begin();
  }

  /**
   * A call has ended.
   *
   * @param code Number of its gRPC code.
   * @param begunAt What {@link begin} returned.
   */
  end(code: number, begunAt: number, call: RpcCall): void {
    const durationMs = this.count.end(code, begunAt);
    if (this.lines?.isWanted(this.method, code, durationMs) !== true) return;
    this.lines.write({
      req: { id: call.requestId, rpc: pathOfMethod(this.method) },
      client: clientOf(call),
      res: { code },
      durationMs,
      ...traceFieldsOf(call),
    });
  }
}

/** The count and the access line of one call that is followed, which ends when they hear of its end. */
export function followedAccess(access: CallAccess, followed: FollowedCall): CallAccess {
  return {
    begin: () => access.begin(),
    end(code, begunAt, call) {
      access.end(code, begunAt, call);
      followed.end(code);
    },
  };
}
