import { MAX_JSON_DEPTH } from '@pennon/domain';

/**
 * A document as it was written, before anything is known of its meaning: YAML and JSON in one form.
 *
 * `offset` is where a node begins in the text of its document, in UTF-16 units; nodes that are to be written have 0.
 */
export type TreeNode = TextNode | NumberNode | BooleanNode | NullNode | ListNode | MapNode;

/** What all nodes have. */
interface Located {
  readonly offset: number;
}

/** A node that YAML tells from text by its spelling alone, as `1.0` and `yes`. */
interface Spelled extends Located {
  /** The spelling, which is the text it means where text is wanted; undefined when the format has quotes for that. */
  readonly spelling: string | undefined;
}

export interface TextNode extends Located {
  readonly kind: 'text';
  readonly text: string;
}

export interface NumberNode extends Spelled {
  readonly kind: 'number';
  /** The number as JSON spells it, every digit kept; undefined when JSON cannot say it, as with infinity. */
  readonly json: string | undefined;
}

export interface BooleanNode extends Spelled {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface NullNode extends Located {
  readonly kind: 'null';
}

export interface ListNode extends Located {
  readonly kind: 'list';
  readonly items: Items;
}

/** The items of a list, in order. Those of a long one may be made when they are looked at, and forgotten afterwards. */
export interface Items extends Iterable<TreeNode> {
  readonly length: number;
  map<T>(resultOf: (item: TreeNode, index: number) => T): T[];
}

export interface MapNode extends Located {
  readonly kind: 'map';
  /** In the order written. */
  readonly members: ReadonlyMap<string, Member>;
}

/** A value under its key. */
export interface Member {
  /** Where the key begins. */
  readonly keyOffset: number;
  readonly value: TreeNode;
}

/** Deepest nesting that is read and written: a value of a flag, and what is around it in a document. */
export const MAX_DEPTH = MAX_JSON_DEPTH + 12;

/** What is wrong with an object that has a key twice. */
export const REPEATED_KEY = 'the key is there already';

/** What a node is, in the words of messages. */
export function kindOf(node: TreeNode): string {
  switch (node.kind) {
    case 'text':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return node.value ? 'true' : 'false';
    case 'null':
      return 'null';
    case 'list':
      return 'a list';
    case 'map':
      return 'an object';
  }
}
