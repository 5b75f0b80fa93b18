import { type DescMessage } from '@bufbuild/protobuf';
import { type JsonAnswer } from '@pennon/api';

/** Expects that an answer which says that its JSON is ASCII has written nothing else. */
export function expectKnownLength<O extends DescMessage>(answer: JsonAnswer<O>): void {
  const text = answer.json();
  if (answer.isAscii) expect(Buffer.byteLength(text)).toBe(text.length);
}
