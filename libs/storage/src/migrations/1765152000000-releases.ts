import { Table } from 'typeorm';
import { type Addition, Additions } from './additions';
import { bigint, cascade, id, index, integer, key, optional, primary, text, word } from './columns';

/** What changes that wait are based on and want, flag by flag, and the series of which they are steps. */
export class Releases1765152000000 extends Additions {
  override readonly columns: readonly Addition[] = [['change_requests', text('on_conflict')]];

  override readonly tables: readonly Table[] = [
    new Table({
      name: 'change_subjects',
      columns: [
        primary(id('change_id')),
        primary(word('kind')),
        primary(key('key')),
        integer('position'),
        optional(text('state_base')),
        optional(text('state_wanted')),
      ],
      indices: [index('kind', 'key')],
      foreignKeys: [cascade(['change_id'], 'change_requests', ['id'])],
    }),
    new Table({
      name: 'change_series',
      columns: [
        primary(id('id')),
        key('namespace_key'),
        word('state'),
        bigint('created_at'),
        bigint('updated_at'),
        optional(text('changed_by')),
        text('reason'),
        optional(bigint('rest')),
      ],
      indices: [index('namespace_key', 'created_at')],
    }),
  ];
}
