import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, index, key, primary } from './columns';
import { createTable } from './table-changes';

const evaluationCounts = new Table({
  name: 'evaluation_counts',
  columns: [
    // In this order a flag's minutes lie side by side, which is how they are read.
    primary(key('namespace_key')),
    primary(key('flag_key')),
    primary(bigint('minute')),
    primary(key('value')),
    bigint('evaluations'),
  ],
  // What is too old, of all flags.
  indices: [index('minute')],
});

/** How often flags were evaluated. */
export class EvaluationCounts1764201600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, evaluationCounts);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(evaluationCounts.name);
  }
}
