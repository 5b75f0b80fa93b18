import { testDialect, type TestDialect } from '../../../support/database-server';

/** What the reading of Flipt's databases is tested on: not on CockroachDB. */
type FliptDialect = Exclude<TestDialect, 'cockroachdb'>;
export const fliptDialect = testDialect as FliptDialect;

/**
 * Schemas that Flipt v1 has had: the first one, the last in which a rule or rollout has one segment, and the present
 * one. Between them came match types, attachments, namespaces, descriptions of constraints, flag types and rollouts;
 * and then several segments, metadata, default variants.
 */
export const fliptAges = ['first', 'one segment', 'present'] as const;
export type FliptAge = (typeof fliptAges)[number];

/** What a column holds; `?` where it may be null. */
type ColumnType = 'str' | 'text' | 'int' | 'bool' | 'float' | 'time' | 'str?' | 'text?' | 'json?' | 'time?';

/** A table: its columns, and those of its primary key, if any. */
interface Table {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
}

/** The number of the schema, by what holds it. */
export const schemaVersions: Readonly<Record<FliptAge, Readonly<Record<FliptDialect, number>>>> = {
  first: { sqlite: 0, postgres: 0, mysql: 0 },
  'one segment': { sqlite: 10, postgres: 10, mysql: 8 },
  present: { sqlite: 15, postgres: 16, mysql: 15 },
};

const times = { created_at: 'time', updated_at: 'time' } as const;
const named = { key: 'str', name: 'str', description: 'text' } as const;

function table(columns: Table['columns'], ...key: readonly string[]): Table {
  return { columns, key };
}

/** The tables of an age, by name. Source: the migrations of Flipt v1. */
export function tablesOf(age: FliptAge): Readonly<Record<string, Table>> {
  const isFirst = age === 'first';
  const space = isFirst ? {} : ({ namespace_key: 'str' } as const);
  const spaceKey = isFirst ? [] : ['namespace_key'];
  const segment = age === 'present' ? {} : ({ segment_key: 'str' } as const);
  const operator = age === 'present' ? ({ segment_operator: 'int' } as const) : {};
  const base = {
    flags: table(
      {
        ...named,
        enabled: 'bool',
        ...space,
        ...(!isFirst && { type: 'int' as const }),
        ...(age === 'present' && { metadata: 'json?' as const, default_variant_id: 'str?' as const }),
        ...times,
      },
      ...spaceKey,
      'key',
    ),
    variants: table(
      {
        id: 'str',
        flag_key: 'str',
        ...named,
        ...space,
        ...(!isFirst && { attachment: 'json?' as const }),
        ...times,
      },
      'id',
    ),
    segments: table(
      { ...named, ...space, ...(!isFirst && { match_type: 'int' as const }), ...times },
      ...spaceKey,
      'key',
    ),
    constraints: table(
      {
        id: 'str',
        segment_key: 'str',
        type: 'int',
        property: 'str',
        operator: 'str',
        value: 'text',
        ...space,
        ...(!isFirst && { description: 'text?' as const }),
        ...times,
      },
      'id',
    ),
    rules: table(
      { id: 'str', flag_key: 'str', rank: 'int', ...space, ...segment, ...operator, ...times },
      'id',
    ),
    distributions: table({ id: 'str', rule_id: 'str', variant_id: 'str', rollout: 'float', ...times }, 'id'),
    schema_migrations: table({ version: 'int', dirty: 'bool' }, 'version'),
  };
  if (isFirst) return base;
  const withNamespaces = {
    ...base,
    namespaces: table({ ...named, protected: 'bool', ...times }, 'key'),
    rollouts: table(
      { id: 'str', flag_key: 'str', type: 'int', description: 'text', rank: 'int', ...space, ...times },
      'id',
    ),
    rollout_thresholds: table(
      { id: 'str', rollout_id: 'str', percentage: 'float', value: 'bool', ...space },
      'id',
    ),
    rollout_segments: table(
      {
        id: 'str',
        rollout_id: 'str',
        value: 'bool',
        ...segment,
        ...operator,
        ...(age !== 'present' && space),
      },
      'id',
    ),
    authentications: table(
      {
        id: 'str',
        hashed_client_token: 'str',
        method: 'int',
        metadata: 'text?',
        expires_at: 'time?',
        ...times,
      },
      'id',
    ),
    operation_lock: table(
      { operation: 'str', version: 'int', last_acquired_at: 'time?', acquired_until: 'time?' },
      'operation',
    ),
  };
  if (age === 'one segment') return withNamespaces;
  return {
    ...withNamespaces,
    namespaces: table({ ...named, protected: 'bool', state_modified_at: 'time?', ...times }, 'key'),
    rule_segments: table({ rule_id: 'str', namespace_key: 'str', segment_key: 'str' }),
    rollout_segment_references: table({
      rollout_segment_id: 'str',
      namespace_key: 'str',
      segment_key: 'str',
    }),
  };
}

/** The words of each database for what a column holds. */
const words: Readonly<Record<FliptDialect, Readonly<Record<string, string>>>> = {
  sqlite: {
    str: 'VARCHAR(255)',
    text: 'TEXT',
    int: 'INTEGER',
    bool: 'BOOLEAN',
    float: 'FLOAT',
    json: 'TEXT',
    time: 'TIMESTAMP',
  },
  postgres: {
    str: 'VARCHAR(255)',
    text: 'TEXT',
    int: 'INTEGER',
    bool: 'BOOLEAN',
    float: 'FLOAT',
    json: 'JSONB',
    time: 'TIMESTAMP',
  },
  mysql: {
    str: 'VARCHAR(255)',
    text: 'TEXT',
    int: 'INTEGER',
    bool: 'BOOLEAN',
    float: 'FLOAT',
    json: 'JSON',
    time: 'TIMESTAMP(6)',
  },
};

/** The statements that make the tables of an age. */
export function createTables(age: FliptAge, dialect: FliptDialect): readonly string[] {
  return Object.entries(tablesOf(age)).map(([name, { columns, key }]) => {
    const lines = Object.entries(columns).map(([column, type]) => {
      const word = words[dialect][type.replace('?', '')] ?? '';
      return `"${column}" ${word} ${type.endsWith('?') ? 'NULL' : 'NOT NULL'}`;
    });
    const primary =
      key.length === 0 ? [] : [`PRIMARY KEY (${key.map((column) => `"${column}"`).join(', ')})`];
    // Generated keys differ in case, which the usual collation of MySQL does not see.
    const options = dialect === 'mysql' ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    return `CREATE TABLE "${name}" (${[...lines, ...primary].join(', ')})${options}`;
  });
}
