import { traceFieldsOf } from '@pennon/observability';
import { type FollowedCall } from '../rpc/call-tracer';
import { type CallAccess } from './grpc-access';

/**
 * The count and the access line of one call that is followed, which ends when they hear of its end.
 *
 * @param call By which log lines know its trace.
 */
export function followedAccess(access: CallAccess, followed: FollowedCall, call: object): CallAccess {
  return {
    begin: () => access.begin(),
    end(code, begunAt, metadata) {
      access.end(code, begunAt, metadata, traceFieldsOf(call));
      followed.end(code);
    },
  };
}
