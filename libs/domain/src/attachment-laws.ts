import { invalidField } from './errors';
import { isJsonText } from './json-text';
import { utf8Length } from './utf8';

/** Largest attachment, in bytes of UTF-8; this size itself is allowed. */
const MAX_ATTACHMENT_BYTES = 1_024_000;

/**
 * Accepts `''` for none, or one JSON text of at most 1,024,000 bytes of UTF-8.
 *
 * @throws InvalidArgumentError otherwise.
 */
export function assertAttachment(text: string): void {
  if (text === '') return;
  if (!isJsonText(text)) throw invalidField('attachment', 'must be a json string');
  if (utf8Length(text) > MAX_ATTACHMENT_BYTES) throw invalidField('attachment', 'must be less than 1000 KB');
}
