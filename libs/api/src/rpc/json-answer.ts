import type { DescMessage, MessageShape } from '@bufbuild/protobuf';

/**
 * An answer that writes its own JSON, for an RPC where the general way costs more than the answer.
 *
 * It gives what the general way gives, letter by letter; whoever writes one writes the test that proves it.
 */
export abstract class JsonAnswer<O extends DescMessage> {
  /** The answer as compact JSON. */
  abstract json(): string;

  /**
   * Whether what {@link json} has written is known to be of ASCII alone, and so has as many bytes as letters: to
   * measure a text that was put together means to copy it.
   */
  abstract readonly isAscii: boolean;

  /** The message, made anew each time, for those who want another form than compact JSON. */
  abstract message(): MessageShape<O>;
}
