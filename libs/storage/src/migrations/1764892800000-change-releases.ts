import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { flag, text } from './columns';
import { addOptionalColumn, dropColumn } from './table-changes';

const columns = [
  ['change_requests', text('bypass_reason')],
  ['review_policies', flag('applies_late')],
  ['revisions', text('released')],
] as const;

/** How changes that waited came to be applied: by whom, approved by whom, or past the review. */
export class ChangeReleases1764892800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns) await addOptionalColumn(runner, table, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of columns) await dropColumn(runner, table, name);
  }
}
