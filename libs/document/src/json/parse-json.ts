import { quote } from '@pennon/domain';
import type { Place } from '../place';
import { type Items, type ListNode, type MapNode, MAX_DEPTH, type Member, type TreeNode } from '../tree';

/**
 * Items that are parsed when they are looked at: of the flags of a document, which are most of it, no more than one is
 * in memory as a tree. They were parsed once before, so that nothing can be wrong with them.
 */
class LaterItems implements Items {
  /**
   * @param starts Where each item begins in the text.
   * @param parse Parses the item that begins there.
   */
  constructor(
    private readonly starts: readonly number[],
    private readonly parse: (start: number, index: number) => TreeNode,
  ) {}

  get length(): number {
    return this.starts.length;
  }

  *[Symbol.iterator](): Iterator<TreeNode> {
    for (const [index, start] of this.starts.entries()) yield this.parse(start, index);
  }

  map<T>(resultOf: (item: TreeNode, index: number) => T): T[] {
    return Array.from(this, resultOf);
  }
}

/** The text is no JSON; says where. */
export class JsonSyntaxError extends Error {
  constructor(
    readonly place: Place,
    message: string,
  ) {
    super(message);
    this.name = 'JsonSyntaxError';
  }
}

/** Depth of the lists that are a document: its flags, and its segments. */
const LONG_LISTS = 1;

const space = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What only a parser may unfold, or refuse: escapes and raw control characters. */
const needsParsing = /[\\\u0000-\u001f]/; // oxlint-disable-line no-control-regex
const word = /[^\s,:[\]{}"]{1,20}/y;

/**
 * Reads a JSON text (RFC 8259) with the place of everything in it. Unlike `JSON.parse` it keeps every digit of a
 * number.
 *
 * @param root Place of the text's first character.
 * @param onRepeatedKey Told of a key that its object has already; the last value counts.
 * @throws JsonSyntaxError if the text is no JSON, or is nested deeper than {@link MAX_DEPTH}.
 */
export function parseJson(source: string, root: Place, onRepeatedKey: (place: Place) => void): TreeNode {
  return new JsonParser(source, root, onRepeatedKey).parse();
}

class JsonParser {
  private index = 0;

  constructor(
    private readonly source: string,
    private readonly root: Place,
    private readonly onRepeatedKey: (place: Place) => void,
  ) {}

  parse(): TreeNode {
    this.skipSpace();
    const node = this.value(this.root, 0);
    this.skipSpace();
    if (this.index < this.source.length) throw this.unexpected(this.root, 'the end');
    return node;
  }

  private value(place: Place, depth: number): TreeNode {
    if (depth > MAX_DEPTH) {
      throw new JsonSyntaxError(this.here(place), `is nested deeper than ${MAX_DEPTH} levels`);
    }
    switch (this.source[this.index]) {
      case '{':
        return this.object(place, depth);
      case '[':
        return this.list(place, depth);
      case '"':
        return { kind: 'text', offset: this.offset, text: this.text(place) };
      default:
        return this.scalar(place);
    }
  }

  private object(place: Place, depth: number): MapNode {
    const { offset } = this;
    const members = new Map<string, Member>();
    this.index++;
    this.skipSpace();
    if (this.take('}')) return { kind: 'map', offset, members };
    do {
      this.skipSpace();
      const keyOffset = this.offset;
      if (this.source[this.index] !== '"') throw this.unexpected(place, 'a key in double quotes');
      const key = this.text(place);
      if (members.has(key)) this.onRepeatedKey(place.at(key, keyOffset));
      this.skipSpace();
      if (!this.take(':')) throw this.unexpected(place.at(key, keyOffset), '":"');
      this.skipSpace();
      members.set(key, { keyOffset, value: this.value(place.at(key, this.offset), depth + 1) });
      this.skipSpace();
    } while (this.take(','));
    if (!this.take('}')) throw this.unexpected(place, '"," or "}"');
    return { kind: 'map', offset, members };
  }

  private list(place: Place, depth: number): ListNode {
    const { offset } = this;
    if (depth === LONG_LISTS) return { kind: 'list', offset, items: this.laterItems(place, depth) };
    const items: TreeNode[] = [];
    this.eachItem((index) => items.push(this.item(place, index, depth)), place);
    return { kind: 'list', offset, items };
  }

  /** Parses the items to see that they are right, and only keeps where they are. */
  private laterItems(place: Place, depth: number): LaterItems {
    const starts: number[] = [];
    this.eachItem((index) => {
      starts.push(this.index);
      this.item(place, index, depth);
    }, place);
    const again = new JsonParser(this.source, this.root, () => undefined);
    return new LaterItems(starts, (start, index) => {
      again.index = start;
      return again.item(place, index, depth);
    });
  }

  private item(list: Place, index: number, depth: number): TreeNode {
    return this.value(list.at(index, this.offset), depth + 1);
  }

  private eachItem(parse: (index: number) => void, place: Place): void {
    this.index++;
    this.skipSpace();
    if (this.take(']')) return;
    let index = 0;
    do {
      this.skipSpace();
      parse(index++);
      this.skipSpace();
    } while (this.take(','));
    if (!this.take(']')) throw this.unexpected(place, '"," or "]"');
  }

  private text(place: Place): string {
    const { source, index: start } = this;
    let end = start + 1;
    while (end < source.length && source[end] !== '"') end += source[end] === '\\' ? 2 : 1;
    if (end >= source.length) throw new JsonSyntaxError(this.here(place), 'is a text without an end');
    const written = source.slice(start, end + 1);
    const text = needsParsing.test(written) ? parsedText(written) : written.slice(1, -1);
    if (text === undefined) {
      throw new JsonSyntaxError(
        this.here(place),
        'is a text with a raw control character or an unknown escape',
      );
    }
    this.index = end + 1;
    return text;
  }

  private scalar(place: Place): TreeNode {
    const { offset } = this;
    const spelling = undefined;
    const digits = this.match(number);
    if (digits !== '') return { kind: 'number', offset, json: digits, spelling };
    const start = this.index;
    switch (this.match(word)) {
      case 'true':
        return { kind: 'boolean', offset, value: true, spelling };
      case 'false':
        return { kind: 'boolean', offset, value: false, spelling };
      case 'null':
        return { kind: 'null', offset };
      default:
        this.index = start;
        throw this.unexpected(place, 'a value');
    }
  }

  private get offset(): number {
    return this.root.offset + this.index;
  }

  private here(place: Place): Place {
    return place.movedTo(this.offset);
  }

  private skipSpace(): void {
    this.match(space);
  }

  private take(character: string): boolean {
    if (this.source[this.index] !== character) return false;
    this.index++;
    return true;
  }

  /** What the pattern matches here; `''` when it does not. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.index;
    const [matched] = pattern.exec(this.source) ?? [''];
    this.index += matched.length;
    return matched;
  }

  private unexpected(place: Place, wanted: string): JsonSyntaxError {
    const here = this.here(place);
    const found = this.match(word) || (this.source[this.index] ?? '');
    return new JsonSyntaxError(here, `expected ${wanted}, found ${found === '' ? 'the end' : quote(found)}`);
  }
}

/** Half a surrogate pair, which JSON can escape and no text in UTF-8 has, becomes U+FFFD, as in requests. */
function parsedText(written: string): string | undefined {
  try {
    return (JSON.parse(written) as string).toWellFormed();
  } catch {
    return undefined;
  }
}
