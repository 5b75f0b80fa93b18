import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  bigint,
  flag,
  hash,
  idOrNone,
  index,
  key,
  mark,
  optional,
  primary,
  requestKey,
  text,
} from './columns';
import { addColumn, addOptionalColumn, createTable, dropColumn } from './table-changes';

const columns = [
  ['change_requests', text('bypass_reason')],
  ['review_policies', flag('applies_late')],
  ['revisions', text('released')],
] as const;

/** The mark of every revision that is stored outside the history, so that it still names one state after a failover. */
const marks = [
  ['change_requests', mark('base_mark')],
  ['change_requests', mark('revision_mark')],
  ['deleted_namespaces', mark('mark')],
  ['audit_events', mark('revision_mark')],
] as const;

const requestKeys = new Table({
  name: 'request_keys',
  columns: [
    primary(key('namespace_key')),
    primary(requestKey('request_key')),
    hash('digest'),
    bigint('at'),
    optional(bigint('revision')),
    mark('revision_mark'),
    idOrNone('change_id'),
  ],
  indices: [index('at')],
});

/**
 * How changes that waited came to be applied: by whom, approved by whom, or past the review; which revisions they are
 * about; and what repeated requests are recognised by.
 */
export class ChangeReleases1764892800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of marks) await addColumn(runner, table, column);
    for (const [table, column] of columns) await addOptionalColumn(runner, table, column);
    await createTable(runner, requestKeys);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(requestKeys.name);
    for (const [table, { name }] of [...columns, ...marks]) await dropColumn(runner, table, name);
  }
}
