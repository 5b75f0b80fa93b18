import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  bigint,
  cascade,
  double,
  flag,
  id,
  index,
  integer,
  key,
  optional,
  primary,
  restrict,
  text,
  timestamps,
  word,
} from './columns';
import { createTable } from './table-changes';

const ofNamespace = cascade(['namespace_key'], 'namespaces', ['key']);
const ofFlag = cascade(['namespace_key', 'flag_key'], 'flags', ['namespace_key', 'key']);
const ofSegment = cascade(['namespace_key', 'segment_key'], 'segments', ['namespace_key', 'key']);
const linksSegment = restrict(['namespace_key', 'segment_key'], 'segments', ['namespace_key', 'key']);

/** Parents first. */
const tables: readonly Table[] = [
  new Table({
    name: 'namespaces',
    columns: [
      primary(key('key')),
      text('name'),
      text('description'),
      flag('protected'),
      bigint('revision'),
      ...timestamps,
    ],
  }),
  new Table({
    name: 'deleted_namespaces',
    columns: [primary(key('key')), bigint('revision')],
  }),
  new Table({
    name: 'flags',
    columns: [
      primary(key('namespace_key')),
      primary(key('key')),
      text('name'),
      text('description'),
      word('type'),
      flag('enabled'),
      optional(id('default_variant_id')),
      optional(text('metadata')),
      ...timestamps,
    ],
    foreignKeys: [ofNamespace],
    indices: [index('namespace_key', 'created_at')],
  }),
  new Table({
    name: 'variants',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      key('flag_key'),
      key('key'),
      text('name'),
      text('description'),
      text('attachment'),
      ...timestamps,
    ],
    foreignKeys: [ofFlag],
    uniques: [{ name: 'variants_key', columnNames: ['namespace_key', 'flag_key', 'key'] }],
  }),
  new Table({
    name: 'segments',
    columns: [
      primary(key('namespace_key')),
      primary(key('key')),
      text('name'),
      text('description'),
      word('match_type'),
      ...timestamps,
    ],
    foreignKeys: [ofNamespace],
    indices: [index('namespace_key', 'created_at')],
  }),
  new Table({
    name: 'constraints',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      key('segment_key'),
      word('type'),
      text('property'),
      word('operator'),
      text('value'),
      text('description'),
      ...timestamps,
    ],
    foreignKeys: [ofSegment],
    indices: [index('namespace_key', 'segment_key')],
  }),
  new Table({
    name: 'rules',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      key('flag_key'),
      integer('rank'),
      word('segment_operator'),
      ...timestamps,
    ],
    foreignKeys: [ofFlag],
    indices: [index('namespace_key', 'flag_key')],
  }),
  new Table({
    name: 'rule_segments',
    columns: [primary(id('rule_id')), key('namespace_key'), primary(key('segment_key')), integer('position')],
    foreignKeys: [cascade(['rule_id'], 'rules', ['id']), linksSegment],
    indices: [index('namespace_key', 'segment_key')],
  }),
  new Table({
    name: 'distributions',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      id('rule_id'),
      id('variant_id'),
      double('rollout'),
      ...timestamps,
    ],
    foreignKeys: [cascade(['rule_id'], 'rules', ['id']), cascade(['variant_id'], 'variants', ['id'])],
    indices: [index('namespace_key'), index('rule_id'), index('variant_id')],
  }),
  new Table({
    name: 'rollouts',
    columns: [
      primary(id('id')),
      key('namespace_key'),
      key('flag_key'),
      integer('rank'),
      text('description'),
      word('type'),
      flag('value'),
      optional(double('percentage')),
      optional(word('segment_operator')),
      ...timestamps,
    ],
    foreignKeys: [ofFlag],
    indices: [index('namespace_key', 'flag_key')],
  }),
  new Table({
    name: 'rollout_segments',
    columns: [
      primary(id('rollout_id')),
      key('namespace_key'),
      primary(key('segment_key')),
      integer('position'),
    ],
    foreignKeys: [cascade(['rollout_id'], 'rollouts', ['id']), linksSegment],
    indices: [index('namespace_key', 'segment_key')],
  }),
];

/** The tables of flag state, and the `default` namespace. */
export class InitialSchema1763683200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
    await createDefaultNamespace(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.dropTable(table.name);
  }
}

/** Creates it unless this migration was broken off after it had. */
async function createDefaultNamespace(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query('SELECT 1 FROM namespaces')) as unknown[];
  if (rows.length > 0) return;
  const now = Date.now() * 1000;
  const columns = ['key', 'name', 'description', 'protected', 'revision', 'created_at', 'updated_at'];
  const names = columns.map((column) => runner.connection.driver.escape(column)).join(', ');
  await runner.query(
    `INSERT INTO namespaces (${names})
     VALUES ('default', 'Default', 'Default namespace', TRUE, 0, ${now}, ${now})`,
  );
}
