import { type AddedIndex, Additions } from './additions';

/** Finds the flags of a page by their keys, of all namespaces, without reading the others. */
export class FindFlags1765670400000 extends Additions {
  override readonly indexes: readonly AddedIndex[] = [['flags', 'flags_by_key', ['key', 'namespace_key']]];
}
