import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, cascade, id, index, integer, key, mark, optional, primary, text, word } from './columns';
import { createTable } from './table-changes';

const tables: readonly Table[] = [
  new Table({
    name: 'revisions',
    columns: [
      primary(key('namespace_key')),
      primary(bigint('revision')),
      mark('mark_before'),
      bigint('at'),
      word('origin'),
      key('actor'),
      text('author'),
      text('message'),
      key('request_id'),
      id('change_id'),
      text('subjects'),
      integer('subject_count'),
    ],
    indices: [index('at')],
  }),
  new Table({
    name: 'revision_items',
    columns: [
      primary(key('namespace_key')),
      primary(bigint('revision')),
      primary(word('kind')),
      primary(key('key')),
      word('action'),
      bigint('created_at'),
      optional(text('state_before')),
    ],
    indices: [index('namespace_key', 'kind', 'key', 'revision')],
  }),
];

/** What was changed in namespaces lately, which the history tells as well. */
const before = new Table({
  name: 'namespace_changes',
  columns: [
    primary(key('namespace_key')),
    primary(bigint('revision')),
    word('kind'),
    key('key'),
    mark('mark_before'),
  ],
  foreignKeys: [cascade(['namespace_key'], 'namespaces', ['key'])],
});

/** The history of namespaces: who made each revision, and what it changed. */
export class History1764633600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
    await runner.dropTable(before.name, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await createTable(runner, before);
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}
