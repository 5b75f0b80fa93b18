import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, hash, index, key, primary, text } from './columns';
import { createTable } from './table-changes';

const table = new Table({
  name: 'login_states',
  columns: [
    primary(hash('state_hash')),
    key('provider'),
    hash('nonce'),
    hash('code_verifier'),
    text('redirect_uri'),
    text('return_path'),
    bigint('expires_at'),
  ],
  indices: [index('expires_at')],
});

/** The table of logins under way. */
export class LoginStates1763856000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table.name);
  }
}
