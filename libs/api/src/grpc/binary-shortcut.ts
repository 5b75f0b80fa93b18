import { type DescMessage, type MessageShape } from '@bufbuild/protobuf';

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
