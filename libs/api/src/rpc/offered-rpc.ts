import { type DescMessage, type Message } from '@bufbuild/protobuf';
import { type BinaryShortcut } from '../grpc/binary-shortcut';
import { type JsonShortcut } from '../json/json-shortcut';
import { type PreparedAnswer } from './prepared-answer';
import { type RpcCall } from './rpc-call';

/** What any handler may answer with. */
export type AnyAnswer = Message | PreparedAnswer<DescMessage>;

/** A unary RPC that this app offers. */
export interface OfferedRpc {
  readonly handle: (request: Message, call: RpcCall) => AnyAnswer | Promise<AnyAnswer>;
  readonly shortcut: JsonShortcut<DescMessage, DescMessage> | undefined;
  readonly binaryShortcut: BinaryShortcut<DescMessage, DescMessage> | undefined;
}
