import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Json } from '@pennon/domain';

/**
 * A quicker way from JSON to the requests of one RPC, for an RPC where the general way costs more than the answer.
 *
 * It gives what the general way gives, letter by letter; whoever writes one writes the test that proves it.
 */
export interface JsonShortcut<I extends DescMessage> {
  /**
   * The request from the text of its JSON; undefined when that is not as plain as this knows it, and {@link decode} is
   * to be asked. For those that can do without parsing all of it.
   */
  readonly read?: (text: string) => MessageShape<I> | undefined;

  /**
   * The request; undefined when the JSON is not of the plain shape this knows, and the general way must decide.
   *
   * @param json Its texts have no half of a surrogate pair: requests with such go the general way.
   */
  decode(json: Json): MessageShape<I> | undefined;
}

/**
 * A quicker way between protobuf and the messages of one RPC, for an RPC where the general way costs more than the
 * answer.
 *
 * It gives what the general way gives, byte by byte; whoever writes one writes the test that proves it.
 */
export interface BinaryShortcut<I extends DescMessage, O extends DescMessage> {
  /**
   * The request; undefined when the bytes are not of the plain shape this knows, and the general way must decide.
   *
   * @throws Error of any kind, which means the same.
   */
  decode(bytes: Uint8Array): MessageShape<I> | undefined;

  /** The answer as protobuf. */
  encode(answer: MessageShape<O>): Buffer;
}
