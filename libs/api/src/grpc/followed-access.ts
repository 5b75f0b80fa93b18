import { type FollowedCall } from '../rpc/call-tracer';
import { type CallAccess } from './grpc-access';

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
