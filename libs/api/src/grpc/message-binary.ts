import { fromBinary, toBinary, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';

/**
 * The message that was sent.
 *
 * @throws InvalidArgumentError if the bytes are no such message.
 */
export function messageFromBinary<T extends DescMessage>(type: T, bytes: Uint8Array): MessageShape<T> {
  try {
    return fromBinary(type, bytes);
  } catch (cause) {
    throw new InvalidArgumentError(`the message is not a valid ${type.typeName}`, { cause });
  }
}

/** A message as it is sent. */
export function messageToBinary<T extends DescMessage>(type: T, message: MessageShape<T>): Buffer {
  const { buffer, byteOffset, byteLength } = toBinary(type, message);
  return Buffer.from(buffer, byteOffset, byteLength);
}
