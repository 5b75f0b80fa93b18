import { invalidField } from './errors';

/** Longest key of a namespace, flag, segment or variant, in characters: keys are indexed on every database. */
export const MAX_KEY_LENGTH = 255;

/** What keys of namespaces, flags and segments are made of, as a regular expression. */
export const KEY_PATTERN = '^[-_,A-Za-z0-9]+$';

const KEY = new RegExp(KEY_PATTERN);

/** True for what keeps the law for keys of new namespaces, flags and segments, as every id does. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_KEY_LENGTH && KEY.test(value);
}

/** @throws InvalidArgumentError if the value is empty; white space counts as content. */
export function assertNotEmpty(field: string, value: string): void {
  if (value === '') throw invalidField(field, 'must not be empty');
}

/** @throws InvalidArgumentError if the value is empty or too long for a key. */
export function assertKeyLength(field: string, value: string): void {
  assertNotEmpty(field, value);
  // Characters and not units of UTF-16, of which an emoji has two.
  if (value.length > MAX_KEY_LENGTH && Array.from(value).length > MAX_KEY_LENGTH) {
    throw invalidField(field, `must not be longer than ${MAX_KEY_LENGTH} characters`);
  }
}

/**
 * The law for keys of new namespaces, flags and segments.
 *
 * @throws InvalidArgumentError if the key is empty, too long, or holds other characters than letters, digits, `-`,
 * `_` and `,`.
 */
export function assertKey(field: string, value: string): void {
  assertNotEmpty(field, value);
  if (!KEY.test(value)) throw invalidField(field, 'contains invalid characters');
  assertKeyLength(field, value);
}
