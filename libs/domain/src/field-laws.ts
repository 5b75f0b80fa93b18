import { invalidField } from './errors';
import { isDeeperThan, isJsonText, MAX_JSON_DEPTH } from './json';

/** Longest key of a namespace, flag, segment or variant, in characters: keys are indexed on every database. */
export const MAX_KEY_LENGTH = 255;

/** What keys of namespaces, flags and segments are made of, as a regular expression. */
export const KEY_PATTERN = '^[-_,A-Za-z0-9]+$';

const KEY = new RegExp(KEY_PATTERN);

/** True for what keeps the law for keys of new namespaces, flags and segments, as every id does. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_KEY_LENGTH && KEY.test(value);
}

/** Longest message, comment or reason that people give, in characters. */
export const MAX_REMARK_LENGTH = 4096;

/** Control characters, and those that turn the text around, as a part of a regular expression. */
const UNREADABLE = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';

/** What remarks are made of, as a regular expression. */
export const REMARK_PATTERN = `^[^${UNREADABLE}]*$`;

/** What an email address is, as a regular expression: one `@` between two parts without white space. */
export const EMAIL_PATTERN = `^[^@\\s${UNREADABLE}]+@[^@\\s${UNREADABLE}]+$`;

const REMARK = new RegExp(REMARK_PATTERN);

/** Longest key by which a repeated request is recognised, in characters. */
export const MAX_REQUEST_KEY_LENGTH = 64;

/** U+0000 as JSON text has it. PostgreSQL has no column of JSON that takes it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * The law for what people say about a change: a message, a comment, a reason.
 *
 * @throws InvalidArgumentError if it is too long, or would show as something else in a log or a terminal.
 */
export function assertRemark(field: string, text: string, maxLength = MAX_REMARK_LENGTH): void {
  assertLength(field, text, maxLength);
  if (!REMARK.test(text))
    throw invalidField(field, 'must be one line without control and bidirectional-override characters');
}

/** @throws InvalidArgumentError if the value is empty; white space counts as content. */
export function assertNotEmpty(field: string, value: string): void {
  if (value === '') throw invalidField(field, 'must not be empty');
}

/** @throws InvalidArgumentError if the value is empty or too long for a key. */
export function assertKeyLength(field: string, value: string): void {
  assertNotEmpty(field, value);
  assertLength(field, value, MAX_KEY_LENGTH);
}

/** Longest name of a namespace, flag, variant or segment, in characters. Flipt has no bound. */
export const MAX_NAME_LENGTH = 4096;

/** Longest description of anything, in characters. Flipt has no bound. */
export const MAX_DESCRIPTION_LENGTH = 65_536;

/** @throws InvalidArgumentError if the value is longer than so many characters. */
export function assertLength(field: string, value: string, maxLength: number): void {
  // Characters and not units of UTF-16, of which an emoji has two.
  if (value.length > maxLength && Array.from(value).length > maxLength)
    throw invalidField(field, `must not be longer than ${maxLength} characters`);
}

/**
 * The law for names of namespaces, flags and segments.
 *
 * @throws InvalidArgumentError if the name is empty or too long.
 */
export function assertName(field: string, value: string): void {
  assertNotEmpty(field, value);
  assertNameLength(field, value);
}

/** The law for names of variants, which may be empty. @throws InvalidArgumentError if the name is too long. */
export function assertNameLength(field: string, value: string): void {
  assertLength(field, value, MAX_NAME_LENGTH);
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

/**
 * The shortest decimal that means the same 32-bit float as `value`, as a number.
 *
 * The wire carries percents as 32-bit floats but people type decimals: 33.33 stays 33.33 and 66.666666666 becomes
 * 66.666664, where the bare float would print 33.33000183105469. Infinities and NaN come back unchanged.
 */
export function shortestFloat32(value: number): number {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return float;
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) return candidate;
  }
  return float;
}

/**
 * The share of a distribution as it is stored, in percent.
 *
 * @throws InvalidFieldError if it is not a number from 0 to 100.
 */
export function normalizeDistributionPercent(percent: number): number {
  if (percent < 0) throw invalidField('rollout', "must be greater than or equal to '0'");
  // Not a number is refused here too.
  if (!(percent <= 100)) throw invalidField('rollout', "must be less than or equal to '100'");
  return shortestFloat32(percent);
}

/**
 * The share of a threshold as it is stored, in percent.
 *
 * @throws InvalidFieldError if it is not a number from 0 to 100.
 */
export function normalizeThresholdPercent(percent: number): number {
  if (!(percent >= 0 && percent <= 100)) {
    throw invalidField('threshold.percentage', 'must be within range [0, 100]');
  }
  return shortestFloat32(percent);
}

/** How many bytes the text takes in UTF-8; a lone surrogate counts as the three of U+FFFD that replaces it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint < 0x80) bytes += 1;
    else if (codePoint < 0x800) bytes += 2;
    else if (codePoint < 0x10000) bytes += 3;
    else bytes += 4;
  }
  return bytes;
}

/** Largest attachment, in bytes of UTF-8; this size itself is allowed. */
const MAX_ATTACHMENT_BYTES = 1_024_000;

/**
 * Accepts `''` for none, or one JSON text of at most 1,024,000 bytes of UTF-8 that documents can hold.
 *
 * @throws InvalidArgumentError otherwise.
 */
export function assertAttachment(text: string): void {
  if (text === '') return;
  if (!isJsonText(text)) throw invalidField('attachment', 'must be a json string');
  if (ESCAPED_NUL.test(text)) throw invalidField('attachment', 'must not hold the character U+0000');
  if (utf8Length(text) > MAX_ATTACHMENT_BYTES) throw invalidField('attachment', 'must be less than 1000 KB');
  if (isDeeperThan(text, MAX_JSON_DEPTH))
    throw invalidField('attachment', `must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
}
