import { quote } from '@pennon/domain';
import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import type { Place } from '../place';
import { type Items, type ListNode, type MapNode, MAX_DEPTH, type Member, type TreeNode } from '../tree';

/** Depth of the lists that are a document: its flags, and its segments. */
const LONG_LISTS = 1;

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

/**
 * Reads a JSON text (RFC 8259) with the place of everything in it. Unlike `JSON.parse` it keeps every digit of a
 * number. Half a surrogate pair, which JSON can escape and no text in UTF-8 has, becomes U+FFFD, as in requests.
 *
 * @param root Place of the text's first character.
 * @param onRepeatedKey Told of a key that its object has already; the last value counts.
 * @param depth How many levels of its document are around the text.
 * @throws JsonSyntaxError if the text is no JSON, or is nested deeper than {@link MAX_DEPTH}.
 */
export function parseJson(
  source: string,
  root: Place,
  onRepeatedKey: (place: Place) => void,
  depth = 0,
): TreeNode {
  const builder = new TreeBuilder(source, root, onRepeatedKey, depth);
  visit(source, builder, { disallowComments: true });
  return builder.tree;
}

/**
 * Items that are parsed again when they are looked at: of the flags of a document, which are most of it, no more than
 * one is in memory as a tree. They were parsed before, so that nothing can be wrong with them.
 */
class LaterItems implements Items {
  /** Where each item begins and ends in the text. */
  private readonly spans: (readonly [start: number, end: number])[] = [];

  constructor(
    private readonly source: string,
    private readonly placeOf: (index: number, start: number) => Place,
  ) {}

  get length(): number {
    return this.spans.length;
  }

  add(start: number, end: number): void {
    this.spans.push([start, end]);
  }

  *[Symbol.iterator](): Iterator<TreeNode> {
    for (const [index, [start, end]] of this.spans.entries()) {
      const place = this.placeOf(index, start);
      yield parseJson(this.source.slice(start, end), place, () => undefined, LONG_LISTS + 1);
    }
  }

  map<T>(resultOf: (item: TreeNode, index: number) => T): T[] {
    return Array.from(this, resultOf);
  }
}

/** An object or a list whose end was not met yet. */
interface Open {
  readonly start: number;
  readonly place: Place;
  readonly node: OpenMap | OpenList;
  /** In an object, the key whose value comes next. */
  key?: { readonly name: string; readonly offset: number } | undefined;
}

type OpenMap = MapNode & { readonly members: Map<string, Member> };
type OpenList = ListNode & { readonly items: TreeNode[] | LaterItems };

/** What comes next, in the words of messages. */
const A_VALUE = 'a value';
const A_KEY = 'a key in double quotes';

/** What is wrong within a text, by the parser's name for it. */
const textErrors: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'is a text without an end',
  InvalidCharacter: 'is a text with a raw control character',
  InvalidEscapeCharacter: 'is a text with an unknown escape',
  InvalidUnicode: 'is a text with an unknown escape',
};

const word = /[^\s,:[\]{}"]{1,20}/y;

/** Builds the tree of what the parser meets in the text, and stops at the first error. */
class TreeBuilder implements JSONVisitor {
  private readonly open: Open[] = [];
  private built: TreeNode | undefined;
  private wanted = A_VALUE;

  constructor(
    private readonly source: string,
    private readonly root: Place,
    private readonly onRepeatedKey: (place: Place) => void,
    private readonly depth: number,
  ) {}

  /** What was built, at the end of the text. */
  get tree(): TreeNode {
    if (this.built === undefined) throw new Error('the parser has met neither a value nor an error');
    return this.built;
  }

  readonly onObjectBegin = (start: number): void => {
    const node: OpenMap = { kind: 'map', offset: this.offsetOf(start), members: new Map() };
    this.open.push({ start, place: this.placeOfValue(start), node });
    this.wanted = A_KEY;
  };

  readonly onArrayBegin = (start: number): void => {
    const place = this.placeOfValue(start);
    const placeOf = (index: number, at: number): Place => place.at(index, this.offsetOf(at));
    const isLong = this.depth + this.open.length === LONG_LISTS;
    const items = isLong ? new LaterItems(this.source, placeOf) : [];
    this.open.push({ start, place, node: { kind: 'list', offset: this.offsetOf(start), items } });
    this.wanted = A_VALUE;
  };

  readonly onObjectProperty = (key: string, start: number): void => {
    const around = this.open.at(-1);
    if (around?.node.kind !== 'map') return;
    const [name, offset] = [key.toWellFormed(), this.offsetOf(start)];
    if (around.node.members.has(name)) this.onRepeatedKey(around.place.at(name, offset));
    around.key = { name, offset };
    this.wanted = '":"';
  };

  readonly onSeparator = (character: string): void => {
    this.wanted = character === ',' && this.open.at(-1)?.node.kind === 'map' ? A_KEY : A_VALUE;
  };

  readonly onLiteralValue = (value: unknown, start: number, length: number): void => {
    this.placeOfValue(start);
    this.take(this.literal(value, start, start + length), start, start + length);
  };

  readonly onObjectEnd = (position: number): void => {
    // The parser takes the end of the text for one of these as well, before it says that it is none.
    if (position === this.source.length) throw this.unexpected(position);
    const closed = this.open.pop();
    if (closed !== undefined) this.take(closed.node, closed.start, position + 1);
  };

  readonly onArrayEnd = this.onObjectEnd;

  readonly onError = (error: ParseErrorCode, position: number): void => {
    throw this.unexpected(position, textErrors[printParseErrorCode(error)]);
  };

  private unexpected(position: number, textError?: string): JsonSyntaxError {
    const place = this.placeAwaited() ?? this.open.at(-1)?.place ?? this.root;
    word.lastIndex = position;
    const found = word.exec(this.source)?.[0] ?? this.source[position];
    const message = `expected ${this.wanted}, found ${found === undefined ? 'the end' : quote(found)}`;
    return new JsonSyntaxError(place.movedTo(this.offsetOf(position)), textError ?? message);
  }

  private literal(value: unknown, start: number, end: number): TreeNode {
    const offset = this.offsetOf(start);
    const spelling = undefined;
    if (typeof value === 'string') return { kind: 'text', offset, text: value.toWellFormed() };
    if (typeof value === 'boolean') return { kind: 'boolean', offset, value, spelling };
    if (typeof value !== 'number') return { kind: 'null', offset };
    return { kind: 'number', offset, json: this.source.slice(start, end), spelling };
  }

  /** Puts a value where it belongs. */
  private take(value: TreeNode, start: number, end: number): void {
    const around = this.open.at(-1);
    if (around === undefined) {
      this.built = value;
      this.wanted = 'the end';
    } else if (around.node.kind === 'list') {
      const { items } = around.node;
      if (items instanceof LaterItems) items.add(start, end);
      else items.push(value);
      this.wanted = '"," or "]"';
    } else if (around.key !== undefined) {
      around.node.members.set(around.key.name, { keyOffset: around.key.offset, value });
      around.key = undefined;
      this.wanted = '"," or "}"';
    }
  }

  /** @throws JsonSyntaxError if it is nested too deeply. */
  private placeOfValue(start: number): Place {
    const place = this.placeAwaited()?.movedTo(this.offsetOf(start)) ?? this.root;
    if (this.depth + this.open.length <= MAX_DEPTH) return place;
    throw new JsonSyntaxError(place, `is nested deeper than ${MAX_DEPTH} levels`);
  }

  /** The place of the value that comes next in an object or a list; undefined if none is to come. */
  private placeAwaited(): Place | undefined {
    const around = this.open.at(-1);
    if (around?.key !== undefined) return around.place.at(around.key.name, around.key.offset);
    const isInList = around?.node.kind === 'list' && this.wanted === A_VALUE;
    return isInList ? around.place.at(around.node.items.length, around.start) : undefined;
  }

  private offsetOf(position: number): number {
    return this.root.offset + position;
  }
}
