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
