import { type Items, type TreeNode } from '../tree';

/**
 * Items that are parsed when they are looked at: of the flags of a document, which are most of it, no more than one is
 * in memory as a tree. They were parsed once before, so that nothing can be wrong with them.
 */
export class LaterItems implements Items {
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
