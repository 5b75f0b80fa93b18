import { isJsonText, KEY_PATTERN, MAX_KEY_LENGTH } from '@pennon/domain';
import { validationCopy as copy } from '@/copy/validation';
import * as z from '../zod';

const keyPattern = new RegExp(KEY_PATTERN);

/** Largest attachment in bytes of UTF-8. */
const MAX_ATTACHMENT_BYTES = 1_024_000;

/** What is wrong with a value; undefined where nothing is. */
export function problemOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/**
 * The key of a new flag, segment or namespace.
 *
 * @param what What it is of, as in `flag`.
 * @param isTaken Tells whether there is one with this key.
 */
export function keySchema(what: string, isTaken: (key: string) => boolean) {
  return z.string().check(
    z.minLength(1, { error: copy.key, abort: true }),
    z.regex(keyPattern, copy.keyCharacters),
    z.maxLength(MAX_KEY_LENGTH, copy.keyLong),
    z.refine((key) => !isTaken(key), copy.keyTaken(what)),
  );
}

export const nameSchema = z.string().check(z.refine((name) => name.trim() !== '', copy.name));

/** The key of a variant: any characters, unique in its flag. @param taken Keys of the other variants. */
export function variantKeySchema(taken: readonly string[]) {
  return z.string().check(
    z.minLength(1, { error: copy.key, abort: true }),
    z.refine((key) => !taken.includes(key), {
      error: ({ input }) => copy.variantTaken(String(input)),
    }),
  );
}

/** JSON text of any kind, or `''` for none. */
export const attachmentSchema = z.string().check((context) => {
  const text = context.value;
  if (text === '') return;
  const bytes = new TextEncoder().encode(text).length;
  const message = isJsonText(text)
    ? bytes > MAX_ATTACHMENT_BYTES
      ? copy.attachmentSize((Math.ceil(bytes / 102_400) / 10).toFixed(1))
      : undefined
    : attachmentError(text);
  if (message !== undefined) context.issues.push({ code: 'custom', input: text, message });
});

/** The context of an evaluation, as JSON text. */
export const contextSchema = z.string().check(z.refine(isContext, copy.context));

function isContext(text: string): boolean {
  try {
    return z.safeParse(z.record(z.string(), z.string()), JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function attachmentError(text: string): string {
  try {
    JSON.parse(text);
    return copy.attachmentJson(1, '');
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    const position = Number(/position (\d+)/.exec(detail)?.[1] ?? text.length);
    return copy.attachmentJson(text.slice(0, position).split('\n').length, detail);
  }
}
