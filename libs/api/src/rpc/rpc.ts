import { SetMetadata } from '@nestjs/common';
import { type DescMessage, type DescMethodUnary, type MessageShape } from '@bufbuild/protobuf';

/** Answers one RPC: takes and returns the generated messages and throws domain errors; knows no transport. */
export type RpcHandler<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
) => MessageShape<O> | Promise<MessageShape<O>>;

/** Metadata key under which a handler's method descriptor lies. */
export const RPC_METHOD = 'pennon:rpc-method';

/**
 * Makes a controller's method the handler of an RPC, on every door that is open.
 *
 * Route, verb, body and path parameters of the HTTP door come from the `google.api.http` option in `proto/`.
 */
export function Rpc<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>) {
  return <H extends RpcHandler<I, O>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    SetMetadata(RPC_METHOD, method)(target, name, descriptor);
  };
}
