import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, cascade, flag, id, index, integer, key, optional, primary, text, word } from './columns';
import { createTable } from './table-changes';

const tables: readonly Table[] = [
  new Table({
    name: 'change_requests',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      word('state'),
      text('message'),
      text('author'),
      text('writers'),
      bigint('created_at'),
      bigint('updated_at'),
      optional(bigint('base_revision')),
      optional(bigint('planned_at')),
      optional(bigint('due_at')),
      optional(bigint('due_after')),
      id('series_id'),
      integer('step'),
      word('origin'),
      text('content'),
      integer('version'),
      flag('proposal'),
      optional(bigint('revision')),
      text('reason'),
    ],
    indices: [index('namespace_key', 'created_at'), index('state', 'due_at'), index('series_id')],
  }),
  new Table({
    name: 'change_reviews',
    columns: [
      primary(id('id')),
      id('change_id'),
      integer('version'),
      key('person'),
      text('author'),
      word('verdict'),
      text('comment'),
      bigint('at'),
    ],
    indices: [index('change_id')],
    foreignKeys: [cascade(['change_id'], 'change_requests', ['id'])],
  }),
  new Table({
    name: 'review_policies',
    columns: [
      primary(key('namespace_key')),
      integer('required_approvals'),
      flag('may_approve_own'),
      flag('restrict_direct_writes'),
      text('bypass'),
    ],
  }),
];

/** Changes that wait for review or for their time, and how each namespace has changes reviewed. */
export class ChangeRequests1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}
