import { type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { type JsonShortcut } from '@pennon/api';

/** Expects that what the shortcut says is ASCII is so. */
export function expectKnownLength<I extends DescMessage, O extends DescMessage>(
  shortcut: JsonShortcut<I, O>,
  answer: MessageShape<O>,
): void {
  const text = shortcut.encode(answer);
  if (shortcut.isAscii?.(answer) === true) expect(Buffer.byteLength(text)).toBe(text.length);
}
