/** Printable ASCII that JSON writes as it is: nearly every key and id. */
const plain = /^[ !#-[\]-~]*$/;

/** Most units of text that {@link keptQuoted} keeps. */
const MAX_KEPT = 2 ** 20;

const kept = new Map<string, string>();
let keptLength = 0;

/** A text as JSON has it, letter by letter as `JSON.stringify`, which takes twice as long. */
export function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * The same for a text that will be asked for again, such as an attachment: that is full of quotes, each of which must
 * be escaped, which takes ten times as long as to find it done.
 */
export function keptQuoted(text: string): string {
  const present = kept.get(text);
  if (present !== undefined) return present;
  const made = quoted(text);
  keep(text, made);
  return made;
}

/** A list of texts; a loop, because `map` and `join` take twice as long. */
export function quotedList(texts: readonly string[]): string {
  let members = '';
  for (const text of texts) members += members === '' ? quoted(text) : `,${quoted(text)}`;
  return `[${members}]`;
}

/** When there is no room it starts afresh: what is in use comes back with the next requests. */
function keep(text: string, made: string): void {
  const length = text.length + made.length;
  if (length > MAX_KEPT) return;
  if (keptLength + length > MAX_KEPT) {
    kept.clear();
    keptLength = 0;
  }
  kept.set(text, made);
  keptLength += length;
}
