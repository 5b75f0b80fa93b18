import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, cascade, key, primary, word } from './columns';
import { createTable } from './table-changes';

const table = new Table({
  name: 'namespace_changes',
  columns: [primary(key('namespace_key')), primary(bigint('revision')), word('kind'), key('key')],
  foreignKeys: [cascade(['namespace_key'], 'namespaces', ['key'])],
});

/** The table of what was changed in namespaces lately. */
export class NamespaceChanges1763942400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table.name);
  }
}
