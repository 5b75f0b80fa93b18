import { type Snapshot } from '@pennon/snapshot';

/** Texts as JSON, each quoted once: to quote one costs several times as much as to find it quoted. */
export class JsonTexts {
  private readonly quoted = new Map<string, string>();

  /** @param text One that stays what it is, such as the key of a flag: it is kept for good. */
  of(text: string): string {
    const present = this.quoted.get(text);
    if (present !== undefined) return present;
    const quoted = JSON.stringify(text);
    this.quoted.set(text, quoted);
    return quoted;
  }

  /** A list of such texts. */
  listOf(texts: readonly string[]): string {
    let list = '';
    for (const text of texts) list += list === '' ? this.of(text) : `,${this.of(text)}`;
    return `[${list}]`;
  }
}

const tables = new WeakMap<Snapshot, JsonTexts>();

/** The texts of a snapshot, which go when it goes. */
export function jsonTextsOf(snapshot: Snapshot): JsonTexts {
  let texts = tables.get(snapshot);
  if (texts === undefined) {
    texts = new JsonTexts();
    tables.set(snapshot, texts);
  }
  return texts;
}
