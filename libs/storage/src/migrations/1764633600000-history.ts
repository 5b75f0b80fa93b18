import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, index, integer, key, optional, primary, text, word } from './columns';
import { createTable } from './table-changes';

const tables: readonly Table[] = [
  new Table({
    name: 'revisions',
    columns: [
      primary(key('namespace_key')),
      primary(bigint('revision')),
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

/** The history of namespaces: who made each revision, and what it changed. */
export class History1764633600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}
