import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumn, dropColumn } from './table-changes';
import { mark } from './columns';

const columns = [
  ['change_requests', mark('base_mark')],
  ['change_requests', mark('revision_mark')],
  ['deleted_namespaces', mark('mark')],
  ['audit_events', mark('revision_mark')],
] as const;

/** The mark of every revision that is stored outside the history, so that it still names one state after a failover. */
export class MarksBesideRevisions1764806400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns) await addColumn(runner, table, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of columns) await dropColumn(runner, table, name);
  }
}
