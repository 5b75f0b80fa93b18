import { type Document, LineCounter, parseDocument } from 'yaml';

/** What a YAML text holds. */
export interface YamlContent {
  /** The top-level map; empty when there are faults. */
  readonly content: ReadonlyMap<unknown, unknown>;
  /** What keeps the text from being read, with line numbers and without values: they may be secrets. */
  readonly faults: readonly string[];
}

/**
 * Reads a YAML or JSON text. Maps become `Map`, lists arrays, and every scalar stays the text that was written
 * (`1.0` is not 1, `yes` not true), so that the file and the environment are read by the same rules; an absent
 * value is null. An empty text is an empty map.
 */
export function readYaml(text: string): YamlContent {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: ['null', 'merge'],
    merge: true,
    // Pretty errors quote the line at fault, which may hold a password.
    prettyErrors: false,
    lineCounter: lines,
  });
  // A warning is an unknown tag, often a value that begins with `!` and lacks its quotes: it would be lost.
  const faults = [...document.errors, ...document.warnings].map(
    ({ message, pos }) => `line ${lines.linePos(pos[0]).line}: ${withoutQuotation(message)}`,
  );
  return faults.length > 0 ? faulty(...faults) : topLevelMap(document);
}

function topLevelMap(document: Document): YamlContent {
  let content: unknown;
  try {
    content = document.toJS({ mapAsMap: true });
  } catch {
    // All that can fail by now is an alias; the message would quote it.
    return faulty('an alias cannot be resolved; a value that begins with * needs quotes');
  }
  if (content === null) return { content: new Map(), faults: [] };
  return content instanceof Map
    ? { content, faults: [] }
    : faulty('line 1: expected keys with values at the top level');
}

function faulty(...faults: readonly string[]): YamlContent {
  return { content: new Map(), faults };
}

/** The parser's messages quote the text only after a colon and in escape sequences; advice to callers follows `;`. */
function withoutQuotation(message: string): string {
  return message.replace(/(: |; | (?<=escape sequence )).*$/s, '');
}
