import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumn, dropColumn } from './table-changes';
import { mark } from './columns';

const columns = [
  ['namespaces', mark('mark')],
  ['namespaces', mark('mark_before')],
  ['namespace_changes', mark('mark_before')],
  ['deployment', mark('token_mark')],
  ['deployment', mark('token_mark_before')],
  ['token_revocations', mark('mark_before')],
] as const;

/** What tells revisions of the same number apart that are of different histories. */
export class RevisionMarks1764460800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns) await addColumn(runner, table, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of columns) await dropColumn(runner, table, name);
  }
}
