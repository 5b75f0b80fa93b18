import { isJsonObject, type Json } from '@pennon/domain';

/** True for text. */
export function isText(json: Json | undefined): json is string {
  return typeof json === 'string';
}

/** True for an object all of whose members are text. */
export function isTextMap(json: Json): json is Record<string, string> {
  if (!isJsonObject(json)) return false;
  for (const key in json) if (!isText(json[key])) return false;
  return true;
}

/** Printable ASCII that JSON writes as it is: nearly every key and id. */
const plain = /^[ !#-[\]-~]*$/;

/** Whether a text is such. */
export function isPlainAscii(text: string): boolean {
  return plain.test(text);
}

/** A text as JSON has it, letter by letter as `JSON.stringify`, which takes twice as long. */
export function quoted(text: string): string {
  return isPlainAscii(text) ? `"${text}"` : JSON.stringify(text);
}

/** A list of texts; a loop, because `map` and `join` take twice as long. */
export function quotedList(texts: readonly string[]): string {
  let members = '';
  for (const text of texts) members += members === '' ? quoted(text) : `,${quoted(text)}`;
  return `[${members}]`;
}

/** The texts as one that is in one piece: what `+` makes is put together each time that it is written. */
export function joined(...texts: readonly string[]): string {
  return texts.join('');
}
