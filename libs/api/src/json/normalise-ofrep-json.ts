import { type OfrepConfig } from '@pennon/config';
import { type Json, type JsonObject } from '@pennon/domain';
import { asObject, wrongType } from './normalise-json';

type Dialect = OfrepConfig['dialect'];

/** The member of the context that names the flags of a bulk call. */
const FLAGS = 'flags';

/**
 * Turns the values of an OFREP context, which may be any JSON, into the text that constraints compare: numbers and
 * booleans as JSON writes them, null as the empty text. A list of flag keys becomes the text that names them.
 *
 * Objects and other lists become their JSON text in the `openfeature` dialect; in the `flipt` dialect they are
 * refused, as recorded answers have it.
 *
 * @throws InvalidArgumentError if the body or its context is no object, or a value is refused.
 */
export function normaliseOfrepJson(json: Json, dialect: Dialect): Json {
  const body = asObject(json);
  const { context = null } = body;
  if (context === null || holdsTextOnly(asObject(context))) return json;
  return { ...body, context: textContext(asObject(context), dialect) };
}

/** True of nearly every context: then nothing need be copied. */
function holdsTextOnly(context: JsonObject): boolean {
  for (const name in context) if (typeof context[name] !== 'string') return false;
  return true;
}

function textContext(context: JsonObject, dialect: Dialect): JsonObject {
  const entries = Object.entries(context).map(([name, value]) => [name, textOf(name, value, dialect)]);
  return Object.fromEntries(entries) as JsonObject;
}

function textOf(name: string, value: Json, dialect: Dialect): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (name === FLAGS && isTextList(value)) return value.join(',');
  if (dialect === 'flipt') throw wrongType();
  return jsonText(value);
}

/** @throws InvalidArgumentError if the value nests so deeply that writing it overflows the stack. */
function jsonText(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw wrongType();
  }
}

function isTextList(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
