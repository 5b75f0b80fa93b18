import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';

let temporary: TemporaryDatabase;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});

afterAll(async () => {
  await temporary.remove();
});

type Row = Readonly<Record<string, unknown>>;

async function query(sql: string): Promise<readonly Row[]> {
  return temporary.database.read((manager) => manager.query<Row[]>(sql));
}

/** `name type`, with `?` for a column that may be null, and `!` for one of the primary key. */
async function columnsOf(table: string): Promise<readonly string[]> {
  const columns = await query(`PRAGMA table_info(${table})`);
  return columns.map(
    ({ name, type, notnull, pk }) =>
      `${String(name)}${pk === 0 ? '' : '!'}${notnull === 1 ? '' : '?'} ${String(type).toLowerCase()}`,
  );
}

/** `columns → table: what happens when the row there is deleted`. */
async function referencesOf(table: string): Promise<readonly string[]> {
  const parts = await query(`SELECT * FROM pragma_foreign_key_list('${table}') ORDER BY "id", "seq"`);
  const references = new Map<unknown, { from: string[]; to: string }>();
  for (const { id, from, table: target, on_delete: onDelete } of parts) {
    const reference = references.get(id) ?? { from: [], to: `${String(target)}: ${String(onDelete)}` };
    reference.from.push(String(from));
    references.set(id, reference);
  }
  return [...references.values()].map(({ from, to }) => `${from.join(', ')} → ${to}`).sort();
}

/** The columns of each constraint by which rows of the table differ, beside the primary key. */
async function uniquesOf(table: string): Promise<readonly (readonly unknown[])[]> {
  const indexes = await query(
    `SELECT * FROM pragma_index_list('${table}') WHERE "unique" = 1 AND "origin" = 'u'`,
  );
  const columns = indexes.map(({ name }) => query(`PRAGMA index_info("${String(name)}")`));
  return (await Promise.all(columns)).map((infos) => infos.map(({ name }) => name));
}

const times = ['created_at bigint', 'updated_at bigint'];
const ofNamespace = ['namespace_key → namespaces: CASCADE'];
const ofFlag = ['namespace_key, flag_key → flags: CASCADE'];
const usesSegment = 'namespace_key, segment_key → segments: RESTRICT';

const schema: readonly [table: string, columns: readonly string[], references: readonly string[]][] = [
  [
    'namespaces',
    [
      ...[
        'key! varchar(255)',
        'name text',
        'description text',
        'protected boolean',
        'revision bigint',
        ...times,
      ],
      ...['mark varchar(16)', 'mark_before varchar(16)', 'features? text', 'hue? text', 'place? bigint'],
    ],
    [],
  ],
  ['deleted_namespaces', ['key! varchar(255)', 'revision bigint', 'mark varchar(16)'], []],
  [
    'flags',
    [
      'namespace_key! varchar(255)',
      'key! varchar(255)',
      'name text',
      'description text',
      'type varchar(16)',
      'enabled boolean',
      'default_variant_id? varchar(36)',
      'metadata? text',
      ...times,
      'turned_off? text',
    ],
    ofNamespace,
  ],
  [
    'variants',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'flag_key varchar(255)',
      'key varchar(255)',
      'name text',
      'description text',
      'attachment text',
      ...times,
    ],
    ofFlag,
  ],
  [
    'segments',
    [
      'namespace_key! varchar(255)',
      'key! varchar(255)',
      'name text',
      'description text',
      'match_type varchar(16)',
      ...times,
    ],
    ofNamespace,
  ],
  [
    'constraints',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'segment_key varchar(255)',
      'type varchar(16)',
      'property text',
      'operator varchar(16)',
      'value text',
      'description text',
      ...times,
    ],
    ['namespace_key, segment_key → segments: CASCADE'],
  ],
  [
    'rules',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'flag_key varchar(255)',
      'rank integer',
      'segment_operator varchar(16)',
      ...times,
    ],
    ofFlag,
  ],
  [
    'rule_segments',
    ['rule_id! varchar(36)', 'namespace_key varchar(255)', 'segment_key! varchar(255)', 'position integer'],
    [usesSegment, 'rule_id → rules: CASCADE'],
  ],
  [
    'distributions',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'rule_id varchar(36)',
      'variant_id varchar(36)',
      'rollout double precision',
      ...times,
    ],
    ['rule_id → rules: CASCADE', 'variant_id → variants: CASCADE'],
  ],
  [
    'rollouts',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'flag_key varchar(255)',
      'rank integer',
      'description text',
      'type varchar(16)',
      'value boolean',
      'percentage? double precision',
      'segment_operator? varchar(16)',
      ...times,
    ],
    ofFlag,
  ],
  [
    'rollout_segments',
    [
      'rollout_id! varchar(36)',
      'namespace_key varchar(255)',
      'segment_key! varchar(255)',
      'position integer',
    ],
    [usesSegment, 'rollout_id → rollouts: CASCADE'],
  ],
  [
    'authentications',
    [
      'id! varchar(36)',
      'hashed_client_token varchar(64)',
      'method varchar(16)',
      'expires_at? bigint',
      'metadata text',
      ...times,
    ],
    [],
  ],
  [
    'operation_lock',
    ['operation! varchar(255)', 'version integer', 'last_acquired_at bigint', 'acquired_until bigint'],
    [],
  ],
  [
    'deployment',
    [
      ...['id! integer', 'token_revision bigint', 'cache_key varchar(64)'],
      ...['token_mark varchar(16)', 'token_mark_before varchar(16)', 'min_version? text', 'features? text'],
    ],
    [],
  ],
  ['token_revocations', ['revision! bigint', 'authentication_id varchar(36)', 'mark_before varchar(16)'], []],
  [
    'audit_events',
    [
      'position! bigint',
      'id varchar(36)',
      'at bigint',
      'type varchar(16)',
      'action varchar(16)',
      'namespace_key varchar(255)',
      'flag_key varchar(255)',
      'segment_key varchar(255)',
      'key varchar(255)',
      'revision? bigint',
      'actor varchar(255)',
      'origin text',
      'before_image? text',
      'after_image? text',
      'revision_mark varchar(16)',
    ],
    [],
  ],
  ['audit_positions', ['name! varchar(255)', 'position bigint'], []],
  [
    'audit_dead_letters',
    [
      'sink! varchar(255)',
      'position! bigint',
      'body text',
      'reason text',
      'attempts integer',
      'failed_at bigint',
    ],
    [],
  ],
  ['count_sources', ['id! varchar(36)', 'sequence bigint', 'heard_at bigint'], []],
  [
    'evaluation_counts',
    [
      'namespace_key! varchar(255)',
      'flag_key! varchar(255)',
      'minute! bigint',
      'value! varchar(255)',
      'evaluations bigint',
    ],
    [],
  ],
  [
    'login_states',
    [
      'state_hash! varchar(64)',
      'provider varchar(255)',
      'nonce varchar(64)',
      'code_verifier varchar(64)',
      'redirect_uri text',
      'return_path text',
      'expires_at bigint',
      'previous_session varchar(36)',
    ],
    [],
  ],
  [
    'change_requests',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'state varchar(16)',
      'message text',
      'author text',
      'writers text',
      'created_at bigint',
      'updated_at bigint',
      'base_revision? bigint',
      'planned_at? bigint',
      'due_at? bigint',
      'due_after? bigint',
      'series_id varchar(36)',
      'step integer',
      'origin varchar(16)',
      'content text',
      'version integer',
      'proposal boolean',
      'revision? bigint',
      'reason text',
      'base_mark varchar(16)',
      'revision_mark varchar(16)',
      'bypass_reason? text',
      'on_conflict? text',
      'exempt_version? bigint',
      'off_version? bigint',
    ],
    [],
  ],
  [
    'change_subjects',
    [
      'change_id! varchar(36)',
      'kind! varchar(16)',
      'key! varchar(255)',
      'position integer',
      'state_base? text',
      'state_wanted? text',
    ],
    ['change_id → change_requests: CASCADE'],
  ],
  [
    'change_series',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'state varchar(16)',
      'created_at bigint',
      'updated_at bigint',
      'changed_by? text',
      'reason text',
      'rest? bigint',
    ],
    [],
  ],
  [
    'saved_items',
    [
      'id! varchar(36)',
      'namespace_key varchar(255)',
      'kind varchar(16)',
      'name varchar(255)',
      'content text',
      'owner text',
      'created_at bigint',
      'updated_at bigint',
    ],
    ['namespace_key → namespaces: CASCADE'],
  ],
  [
    'change_reviews',
    [
      'id! varchar(36)',
      'change_id varchar(36)',
      'version integer',
      'person varchar(255)',
      'author text',
      'verdict varchar(16)',
      'comment text',
      'at bigint',
      'memberships? text',
      'revision? bigint',
    ],
    ['change_id → change_requests: CASCADE'],
  ],
  [
    'review_policies',
    [
      'namespace_key! varchar(255)',
      'required_approvals integer',
      'may_approve_own boolean',
      'restrict_direct_writes boolean',
      'bypass text',
      'applies_late? boolean',
      'review_off? boolean',
      'required_reviewers? text',
      'applies_to? text',
      'reapprove_after_merge? boolean',
    ],
    [],
  ],
  [
    'request_keys',
    [
      'namespace_key! varchar(255)',
      'request_key! varchar(64)',
      'digest varchar(64)',
      'at bigint',
      'revision? bigint',
      'revision_mark varchar(16)',
      'change_id varchar(36)',
    ],
    [],
  ],
  [
    'revisions',
    [
      'namespace_key! varchar(255)',
      'revision! bigint',
      'mark_before varchar(16)',
      'at bigint',
      'origin varchar(16)',
      'actor varchar(255)',
      'author text',
      'message text',
      'request_id varchar(255)',
      'change_id varchar(36)',
      'subjects text',
      'subject_count integer',
      'released? text',
      'lines? text',
    ],
    [],
  ],
  [
    'revision_items',
    [
      'namespace_key! varchar(255)',
      'revision! bigint',
      'kind! varchar(16)',
      'key! varchar(255)',
      'action varchar(16)',
      'created_at bigint',
      'state_before? text',
    ],
    [],
  ],
];

describe('the schema', () => {
  it('has these tables, beside the one that counts migrations', async () => {
    const tables = await query(`SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' ORDER BY "name"`);
    const ours = tables.map(({ name }) => name).filter((name) => !String(name).startsWith('sqlite_'));
    expect(ours).toEqual(['schema_migrations', ...schema.map(([table]) => table)].sort());
  });

  it.each(schema)('has the columns and references of %s', async (table, columns, references) => {
    expect(await columnsOf(table)).toEqual(columns);
    expect(await referencesOf(table)).toEqual(references);
  });

  it('lets a flag have each variant key once', async () => {
    expect(await uniquesOf('variants')).toEqual([['namespace_key', 'flag_key', 'key']]);
  });

  it('lets one authentication have the hash of a token', async () => {
    expect(await uniquesOf('authentications')).toEqual([['hashed_client_token']]);
  });

  it.each([
    ['the authentication of a token', `"hashed_client_token" = 'x'`, 'hashed_client_token=?'],
    [
      'the expired authentications of a method',
      `"method" = 'x' AND "expires_at" < 1`,
      'method=? AND expires_at<?',
    ],
  ])('finds %s without looking at others', async (_, condition, search) => {
    const plan = await query(`EXPLAIN QUERY PLAN SELECT * FROM "authentications" WHERE ${condition}`);
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH authentications USING INDEX /),
    ]);
    expect(String(plan[0]?.detail)).toContain(`(${search})`);
  });

  it('lists authentications by creation without sorting them', async () => {
    const plan = await query(
      'EXPLAIN QUERY PLAN SELECT * FROM "authentications" ORDER BY "created_at", "id"',
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SCAN authentications USING INDEX /),
    ]);
  });

  it.each([
    'flags',
    'variants',
    'segments',
    'constraints',
    'rules',
    'rule_segments',
    'distributions',
    'rollouts',
  ])('finds the %s of a namespace without looking at others', async (table) => {
    const plan = await query(`EXPLAIN QUERY PLAN SELECT * FROM "${table}" WHERE "namespace_key" = 'x'`);
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH .* USING /)]);
  });
});

describe('a new database', () => {
  it('holds the namespace `default`, protected and without any change', async () => {
    expect(
      await query('SELECT "key", "name", "description", "protected", "revision" FROM "namespaces"'),
    ).toEqual([
      { key: 'default', name: 'Default', description: 'Default namespace', protected: 1, revision: 0 },
    ]);
  });

  it('has had no event', async () => {
    expect(await query('SELECT * FROM "audit_positions"')).toEqual([{ name: 'end', position: 0 }]);
  });

  it('holds nothing else', async () => {
    const empty = schema
      .map(([table]) => table)
      .filter((table) => !['namespaces', 'deployment', 'audit_positions'].includes(table));
    for (const table of empty) expect(await query(`SELECT * FROM "${table}"`)).toEqual([]);
  });
});
