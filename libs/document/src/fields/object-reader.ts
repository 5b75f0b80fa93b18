import { assertLength, MAX_DESCRIPTION_LENGTH, quote } from '@pennon/domain';
import { type Place } from '../place';
import { suggestField, suggestWord } from '../suggestions';
import { kindOf, type MapNode, type TreeNode } from '../tree';
import { type Reading } from './reading';

/** The spellings of YAML 1.1 that documents may use for true and false where nothing else can be meant. */
const booleanSpellings: ReadonlyMap<string, boolean> = new Map(
  [
    { words: ['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'], value: true },
    { words: ['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'], value: false },
  ].flatMap(({ words, value }) => words.map((word) => [word, value] as const)),
);

/** Reads the fields of one object, each by its type; an absent field and null are its default. */
export class ObjectReader {
  private constructor(
    private readonly node: MapNode,
    readonly place: Place,
    private readonly reading: Reading,
  ) {}

  /** The reader of a node that has to be an object of these fields; undefined, and a problem, when it is none. */
  static of(
    node: TreeNode,
    place: Place,
    fields: readonly string[],
    reading: Reading,
  ): ObjectReader | undefined {
    if (node.kind !== 'map') {
      reading.problems.error(place, `expected an object, found ${kindOf(node)}`);
      return undefined;
    }
    const unknown = [...node.members].filter(([name]) => !fields.includes(name));
    for (const [name, { keyOffset }] of unknown) {
      reading.problems.error(place.at(name, keyOffset), 'unknown field', () => suggestField(name, fields));
    }
    return new ObjectReader(node, place, reading);
  }

  /** The field's value; undefined when it is absent or null. */
  field(name: string): TreeNode | undefined {
    const value = this.member(name);
    return value?.kind === 'null' ? undefined : value;
  }

  /** The field's value, which may be null; undefined when it is absent. */
  member(name: string): TreeNode | undefined {
    return this.node.members.get(name)?.value;
  }

  /** Where the field's value is; where the object is when it has none. */
  placeOf(name: string): Place {
    return this.place.at(name, this.node.members.get(name)?.value.offset ?? this.place.offset);
  }

  /**
   * `''` when absent. In YAML a plain `007` or `true` is the text it is written as. Not every database keeps U+0000.
   */
  text(name: string): string {
    const node = this.field(name);
    if (node === undefined) return '';
    const text = textOf(node) ?? this.mismatch(name, 'a text', node, '');
    if (text.includes('\0')) {
      this.reading.problems.error(this.placeOf(name), 'must not hold the character U+0000');
    }
    return text;
  }

  /** A text that has to keep a law. */
  lawful(name: string, law: (field: string, text: string) => void): string {
    const text = this.text(name);
    this.reading.hold(this.placeOf(name), () => {
      law(name, text);
    });
    return text;
  }

  /** A text of no more characters than descriptions have. */
  description(name = 'description'): string {
    return this.lawful(name, (field, text) => {
      assertLength(field, text, MAX_DESCRIPTION_LENGTH);
    });
  }

  /** False when absent. */
  boolean(name: string): boolean {
    const node = this.field(name);
    if (node === undefined) return false;
    if (node.kind === 'boolean') return node.value;
    const meant = node.kind === 'text' ? booleanSpellings.get(node.text) : undefined;
    return meant ?? this.mismatch(name, 'true or false', node, false);
  }

  /** 0 when absent. */
  number(name: string): number {
    const node = this.field(name);
    if (node === undefined) return 0;
    if (node.kind === 'number' && node.json !== undefined) return Number(node.json);
    return this.mismatch(name, 'a number', node, 0);
  }

  /** The value that one of the words stands for; undefined when absent, or no such word. */
  word<T extends string>(name: string, words: Readonly<Record<T, string>>): T | undefined {
    const word = this.text(name);
    if (word === '') return undefined;
    const known = Object.keys(words) as T[];
    const value = known.find((candidate) => words[candidate] === word);
    if (value === undefined) {
      const candidates = known.map((candidate) => words[candidate]);
      this.reading.problems.error(
        this.placeOf(name),
        `${quote(word)} is none of ${candidates.join(', ')}`,
        () => suggestWord(word, candidates),
      );
    }
    return value;
  }

  /** What is read of each item; items that cannot be read are left out. Empty when absent. */
  list<T>(name: string, read: (item: TreeNode, place: Place) => T | undefined): readonly T[] {
    const node = this.field(name);
    if (node === undefined) return [];
    if (node.kind !== 'list') return this.mismatch(name, 'a list', node, []);
    const place = this.placeOf(name);
    return node.items.map((item, index) => read(item, place.at(index, item.offset))).filter(isRead);
  }

  /** The texts of a list. */
  texts(name: string): readonly string[] {
    return this.list(name, (item, place) => {
      const text = textOf(item);
      if (text === undefined) this.reading.problems.error(place, `expected a text, found ${kindOf(item)}`);
      return text;
    });
  }

  private mismatch<T>(name: string, wanted: string, found: TreeNode, instead: T): T {
    this.reading.problems.error(this.placeOf(name), `expected ${wanted}, found ${kindOf(found)}`);
    return instead;
  }
}

function isRead<T>(item: T | undefined): item is T {
  return item !== undefined;
}

/** The text a node means where text is wanted; undefined when it cannot mean one. */
export function textOf(node: TreeNode): string | undefined {
  if (node.kind === 'text') return node.text;
  return node.kind === 'number' || node.kind === 'boolean' ? node.spelling : undefined;
}
