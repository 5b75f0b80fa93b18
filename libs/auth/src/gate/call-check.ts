import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { type RpcCall } from '@pennon/api';
import { type Identity } from '@pennon/domain';

/** A call whose caller is known, and what it asks for. */
export interface IdentifiedCall {
  readonly method: DescMethod;
  readonly request: Message;
  readonly call: RpcCall;
  readonly identity: Identity;
}

/**
 * One reason why a caller who is known might still not pass.
 *
 * @throws UnauthenticatedError if the identity is not good for this call.
 * @throws PermissionDeniedError if the caller must not do this.
 */
export type CallCheck = (call: IdentifiedCall) => void;
