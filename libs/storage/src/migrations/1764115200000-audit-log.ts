import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, index, integer, key, optional, primary, text, word } from './columns';
import { createTable } from './table-changes';

const tables: readonly Table[] = [
  new Table({
    name: 'audit_events',
    columns: [
      primary(bigint('position')),
      id('id'),
      bigint('at'),
      word('type'),
      word('action'),
      key('namespace_key'),
      key('flag_key'),
      key('segment_key'),
      key('key'),
      optional(bigint('revision')),
      key('actor'),
      text('origin'),
      optional(text('before_image')),
      optional(text('after_image')),
    ],
    // Two indexes, because every change pays for each: lists of a namespace, and what is too old.
    indices: [index('namespace_key', 'position'), index('at')],
  }),
  new Table({ name: 'audit_positions', columns: [primary(key('name')), bigint('position')] }),
  new Table({
    name: 'audit_dead_letters',
    columns: [
      primary(key('sink')),
      primary(bigint('position')),
      text('body'),
      text('reason'),
      integer('attempts'),
      bigint('failed_at'),
    ],
  }),
];

/** The audit log, how far it was delivered, and what could not be. */
export class AuditLog1764115200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
    const rows: unknown = await runner.query('SELECT name FROM audit_positions');
    // A migration that was broken off may have added the row already.
    if (Array.isArray(rows) && rows.length > 0) return;
    await runner.query(`INSERT INTO audit_positions (name, position) VALUES ('end', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}
