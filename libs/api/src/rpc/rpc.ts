import { SetMetadata } from '@nestjs/common';
import { type DescMessage, type DescMethodUnary, type MessageShape } from '@bufbuild/protobuf';
import { type JsonShortcut } from '../json/json-shortcut';

/** Answers one RPC: takes and returns the generated messages and throws domain errors; knows no transport. */
export type RpcHandler<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
) => MessageShape<O> | Promise<MessageShape<O>>;

/** What {@link Rpc} notes on a handler. */
export interface RpcMark {
  readonly method: DescMethodUnary;
  readonly shortcut: JsonShortcut<DescMessage, DescMessage> | undefined;
}

/** Metadata key under which the {@link RpcMark} of a handler lies. */
export const RPC_MARK = 'pennon:rpc';

/**
 * Makes a controller's method the handler of an RPC, on every door that is open.
 *
 * Route, verb, body and path parameters of the HTTP door come from the `google.api.http` option in `proto/`.
 *
 * @param shortcut For an RPC whose JSON is worth a way of its own.
 */
export function Rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  shortcut?: JsonShortcut<I, O>,
) {
  return <H extends RpcHandler<I, O>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    SetMetadata(RPC_MARK, { method, shortcut })(target, name, descriptor);
  };
}
