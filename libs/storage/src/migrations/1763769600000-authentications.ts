import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, hash, id, index, integer, key, optional, primary, text, timestamps, word } from './columns';
import { createTable } from './table-changes';

const tables: readonly Table[] = [
  new Table({
    name: 'authentications',
    columns: [
      primary(id('id')),
      hash('hashed_client_token'),
      word('method'),
      optional(bigint('expires_at')),
      text('metadata'),
      ...timestamps,
    ],
    uniques: [{ name: 'authentications_hashed_client_token', columnNames: ['hashed_client_token'] }],
    // The first is the cleanup's, the second that of lists.
    indices: [index('method', 'expires_at'), index('created_at', 'id')],
  }),
  new Table({
    name: 'operation_lock',
    columns: [
      primary(key('operation')),
      integer('version'),
      bigint('last_acquired_at'),
      bigint('acquired_until'),
    ],
  }),
];

/** The tables of authentications, and of jobs that one instance of many does. */
export class Authentications1763769600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}
