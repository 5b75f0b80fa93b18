import { Table } from 'typeorm';
import { Additions } from './additions';
import { cascade, id, index, key, primary, text, timestamps, word } from './columns';

/** What people save in a namespace for everybody who works there; it goes with the namespace. */
export class Saved1765238400000 extends Additions {
  override readonly tables: readonly Table[] = [
    new Table({
      name: 'saved_items',
      columns: [
        primary(id('id')),
        key('namespace_key'),
        word('kind'),
        key('name'),
        text('content'),
        text('owner'),
        ...timestamps,
      ],
      indices: [index('namespace_key', 'kind')],
      foreignKeys: [cascade(['namespace_key'], 'namespaces', ['key'])],
    }),
  ];
}
