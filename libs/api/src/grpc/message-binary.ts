import {
  fromBinary,
  toBinary,
  type DescField,
  type DescMessage,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';
import { assertEnum, isStrict, pathTo } from '../json/strict-json';
import { type BinaryShortcut } from '../rpc/shortcut';

/**
 * The message that was sent.
 *
 * @throws InvalidArgumentError if the bytes are no such message.
 * @throws InvalidFieldError if a message of Pennon's own has a number that its enum does not have.
 */
export function messageFromBinary<T extends DescMessage>(
  type: T,
  bytes: Uint8Array,
  shortcut?: BinaryShortcut<T, DescMessage>,
): MessageShape<T> {
  const message = decoded(type, bytes, shortcut);
  assertEnums(type, message, '');
  return message;
}

function decoded<T extends DescMessage>(
  type: T,
  bytes: Uint8Array,
  shortcut: BinaryShortcut<T, DescMessage> | undefined,
): MessageShape<T> {
  try {
    return quickly(bytes, shortcut) ?? fromBinary(type, bytes);
  } catch (cause) {
    throw new InvalidArgumentError(`the message is not a valid ${type.typeName}`, { cause });
  }
}

/** A number that this version does not know must not mean the default: that may be "apply it now". */
function assertEnums(type: DescMessage, message: Message, path: string): void {
  if (!isStrict(type)) return;
  for (const field of type.fields) {
    const value = valueOf(message, field);
    if (value === undefined) continue;
    const at = pathTo(path, field.jsonName);
    if (field.fieldKind === 'enum') assertEnum(field.enum, value as number, at);
    else if (field.fieldKind === 'message') assertEnums(field.message, value as Message, at);
    else if (field.fieldKind === 'list' && field.listKind === 'enum')
      for (const [index, item] of (value as readonly number[]).entries())
        assertEnum(field.enum, item, `${at}[${index}]`);
    else if (field.fieldKind === 'list' && field.listKind === 'message')
      for (const [index, item] of (value as readonly Message[]).entries())
        assertEnums(field.message, item, `${at}[${index}]`);
  }
}

function valueOf(message: Message, { localName, oneof }: DescField): unknown {
  if (oneof === undefined) return Reflect.get(message, localName);
  const choice = Reflect.get(message, oneof.localName) as {
    readonly case?: string;
    readonly value?: unknown;
  };
  return choice.case === localName ? choice.value : undefined;
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
