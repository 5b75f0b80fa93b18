import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumn, dropColumn } from './table-changes';
import { idOrNone } from './columns';

const column = idOrNone('previous_session');

/** The session of the browser in which a login began. */
export class LoginSessions1764547260000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'login_states', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'login_states', column.name);
  }
}
