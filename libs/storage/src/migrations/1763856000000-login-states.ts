import {
  Table,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

type Column = TableColumnOptions;

const key = (name: string): Column => ({ name, type: 'varchar', length: '255' });
const hash = (name: string): Column => ({ name, type: 'varchar', length: '64' });
const text = (name: string): Column => ({ name, type: 'text' });
const bigint = (name: string): Column => ({ name, type: 'bigint' });

const table = new Table({
  name: 'login_states',
  columns: [
    { ...hash('state_hash'), isPrimary: true },
    key('provider'),
    hash('nonce'),
    hash('code_verifier'),
    text('redirect_uri'),
    text('return_path'),
    bigint('expires_at'),
  ],
  indices: [new TableIndex({ columnNames: ['expires_at'] })],
});

/** The table of logins under way. */
export class LoginStates1763856000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table);
  }
}
