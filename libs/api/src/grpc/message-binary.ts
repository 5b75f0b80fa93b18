import { fromBinary, toBinary, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';
import { type BinaryShortcut } from '../rpc/shortcut';

/**
 * The message that was sent.
 *
 * @throws InvalidArgumentError if the bytes are no such message.
 */
export function messageFromBinary<T extends DescMessage>(
  type: T,
  bytes: Uint8Array,
  shortcut?: BinaryShortcut<T, DescMessage>,
): MessageShape<T> {
  try {
    return quickly(bytes, shortcut) ?? fromBinary(type, bytes);
  } catch (cause) {
    throw new InvalidArgumentError(`the message is not a valid ${type.typeName}`, { cause });
  }
}

/** A message as it is sent. */
export function messageToBinary<T extends DescMessage>(
  type: T,
  message: MessageShape<T>,
  shortcut?: BinaryShortcut<DescMessage, T>,
): Buffer {
  if (shortcut !== undefined) return shortcut.encode(message);
  const { buffer, byteOffset, byteLength } = toBinary(type, message);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function quickly<T extends DescMessage>(
  bytes: Uint8Array,
  shortcut: BinaryShortcut<T, DescMessage> | undefined,
): MessageShape<T> | undefined {
  try {
    return shortcut?.decode(bytes);
  } catch {
    return undefined;
  }
}
