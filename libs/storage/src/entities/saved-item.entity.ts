import { EntitySchema } from 'typeorm';
import type { Instant, SavedKind } from '@pennon/domain';
import { id, key, text, timestamps, word } from './columns';

/** Something that people saved in a namespace. */
export interface SavedItemRow {
  readonly id: string;
  readonly namespaceKey: string;
  readonly kind: SavedKind;
  readonly name: string;
  /** JSON. */
  readonly content: string;
  /** JSON. */
  readonly owner: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const SavedItemEntity = new EntitySchema<SavedItemRow>({
  name: 'SavedItem',
  tableName: 'saved_items',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    kind: word('kind'),
    name: key('name'),
    content: text('content'),
    owner: text('owner'),
    ...timestamps,
  },
});
