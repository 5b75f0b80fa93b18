import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, index, primary } from './columns';
import { createTable } from './table-changes';

const countSources = new Table({
  name: 'count_sources',
  columns: [primary(id('id')), bigint('sequence'), bigint('heard_at')],
  // Those that are silent.
  indices: [index('heard_at')],
});

/** Which batch of counts was taken last of each source. */
export class CountSources1764374400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, countSources);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(countSources.name);
  }
}
