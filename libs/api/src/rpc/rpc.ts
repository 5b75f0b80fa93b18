import type {
  DescMessage,
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageShape,
} from '@bufbuild/protobuf';
import { SetMetadata } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { JsonAnswer } from './json-answer';
import type { PreparedAnswer } from './prepared-answer';
import type { RpcCall } from './rpc-call';
import type { BinaryShortcut, JsonShortcut } from './shortcut';

/** A unary RPC that this app offers. */
export interface ServedRpc {
  readonly handle: RpcHandler<DescMessage, DescMessage>;
  readonly shortcut: JsonShortcut<DescMessage> | undefined;
  readonly binaryShortcut: BinaryShortcut<DescMessage, DescMessage> | undefined;
}

/** Answers one RPC: takes and returns the generated messages and throws domain errors; knows no transport. */
export type RpcHandler<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
  call: RpcCall,
) => Answer<O> | Promise<Answer<O>>;

/** Answers one RPC with a stream of messages, which ends when the caller goes away or the door closes. */
export type StreamHandler<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
  call: RpcCall,
) => Observable<MessageShape<O>>;

/**
 * What a handler returns: a message, one that writes its own JSON, or one that many callers get. Both doors ask which
 * it is by its class.
 */
export type Answer<O extends DescMessage = DescMessage> = MessageShape<O> | JsonAnswer<O> | PreparedAnswer<O>;

/** What {@link Rpc} notes on a handler. */
export interface RpcMark {
  readonly method: DescMethod;
  readonly shortcut: JsonShortcut<DescMessage> | undefined;
  readonly binaryShortcut: BinaryShortcut<DescMessage, DescMessage> | undefined;
}

/** Metadata key under which the {@link RpcMark} of a handler lies. */
export const RPC_MARK = 'pennon:rpc';

/** Decorates a method of that type. */
type Decorator<H> = <T extends H>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

/**
 * Makes a controller's method the handler of an RPC, on every door that is open.
 *
 * Route, verb, body and path parameters of the HTTP door come from the `google.api.http` option in `proto/`.
 *
 * @param shortcut For an RPC whose requests in JSON are worth a way of their own.
 * @param binaryShortcut For an RPC whose protobuf is worth a way of its own.
 */
export function Rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  shortcut?: JsonShortcut<I>,
  binaryShortcut?: BinaryShortcut<I, O>,
): Decorator<RpcHandler<I, O>>;
export function Rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
): Decorator<StreamHandler<I, O>>;
export function Rpc(
  method: DescMethod,
  shortcut?: JsonShortcut<DescMessage>,
  binaryShortcut?: BinaryShortcut<DescMessage, DescMessage>,
): Decorator<(...parameters: never[]) => unknown> {
  return (target, name, descriptor) => {
    SetMetadata(RPC_MARK, { method, shortcut, binaryShortcut })(target, name, descriptor);
  };
}
