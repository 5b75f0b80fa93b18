import {
  Table,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

type Column = TableColumnOptions;

const key = (name: string): Column => ({ name, type: 'varchar', length: '255' });
const id = (name: string): Column => ({ name, type: 'varchar', length: '36' });
const hash = (name: string): Column => ({ name, type: 'varchar', length: '64' });
const word = (name: string): Column => ({ name, type: 'varchar', length: '16' });
const text = (name: string): Column => ({ name, type: 'text' });
const integer = (name: string): Column => ({ name, type: 'integer' });
const bigint = (name: string): Column => ({ name, type: 'bigint' });
const optional = (column: Column): Column => ({ ...column, isNullable: true });
const primary = (column: Column): Column => ({ ...column, isPrimary: true });
const timestamps = [bigint('created_at'), bigint('updated_at')];

const index = (...columnNames: string[]): TableIndex => new TableIndex({ columnNames });

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
    uniques: [{ columnNames: ['hashed_client_token'] }],
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
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table);
  }
}
