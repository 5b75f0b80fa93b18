import type { EntityManager, Logger } from 'typeorm';
import type { Database } from '@pennon/storage';
import { isWhole } from './size';

/** What one statement reads. */
export interface RowReads {
  /** How many rows of each table, by its name or alias; nothing where the database does not count them. */
  readonly rows: Readonly<Record<string, number>>;
  /** Lines of the plan of SQLite that tell of a table, or of more orders than fit, without an index. */
  readonly faults: readonly string[];
}

interface Asked {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Node = Readonly<Record<string, unknown>>;

/** What {@link readsOf} does otherwise. */
interface ReadsOptions {
  /** False to leave the statistics of the tables as they are. */
  readonly isAnalyzed?: boolean;
}

/**
 * What the statements of some work read, each by the plan of the database. One that is asked again says nothing new:
 * reads run again whose connection was cut, or whose transaction CockroachDB ended.
 */
export async function readsOf(
  database: Database,
  work: () => Promise<unknown>,
  { isAnalyzed = true }: ReadsOptions = {},
): Promise<readonly RowReads[]> {
  const asked: Asked[] = [];
  const logger = await database.write(async (manager) => {
    const { type } = manager.connection.options;
    if (!isAnalyzed) return manager.connection.logger;
    const tables = 'change_requests, change_subjects, review_policies, flags, revisions, revision_items';
    if (type === 'postgres') await manager.query(`ANALYZE ${tables}`);
    if (type === 'mysql') await manager.query(`ANALYZE TABLE ${tables}`);
    return manager.connection.logger;
  });
  const usual = logger.logQuery.bind(logger);
  const recorder: Pick<Logger, 'logQuery'> = {
    logQuery: (sql, parameters = []) => void asked.push({ sql, parameters }),
  };
  Object.assign(logger, recorder);
  await work();
  Object.assign(logger, { logQuery: usual });
  return database.read(async (manager) => {
    const each: RowReads[] = [];
    const selects = new Map(asked.map((one) => [JSON.stringify(one), one]));
    for (const one of selects.values())
      if (one.sql.startsWith('SELECT')) each.push(await planOf(manager, one));
    return each;
  });
}

async function planOf(manager: EntityManager, { sql, parameters }: Asked): Promise<RowReads> {
  const explain = async <T>(how: string): Promise<T> => manager.query<T>(`${how} ${sql}`, [...parameters]);
  switch (manager.connection.options.type) {
    case 'sqlite': {
      const lines = await explain<readonly { readonly detail: string }[]>('EXPLAIN QUERY PLAN');
      return { rows: {}, faults: faultsOf(lines.map(({ detail }) => detail)) };
    }
    case 'postgres': {
      // What fits a few pages is read whole, whatever indexes there are.
      if (!isWhole)
        for (const way of ['seqscan', 'bitmapscan']) await manager.query(`SET LOCAL enable_${way} = off`);
      const [row] = await explain<readonly { readonly 'QUERY PLAN': unknown }[]>(
        'EXPLAIN (ANALYZE, FORMAT JSON)',
      );
      return { rows: counted(row?.['QUERY PLAN'], ofPostgres), faults: [] };
    }
    case 'mysql': {
      const [server] = await manager.query<readonly { readonly version: string }[]>(
        'SELECT VERSION() AS version',
      );
      if (!server?.version.includes('MariaDB')) return { rows: {}, faults: [] };
      const [row] = await explain<readonly { readonly ANALYZE: string }[]>('ANALYZE FORMAT=JSON');
      return { rows: counted(JSON.parse(row?.ANALYZE ?? '{}'), ofMariaDb), faults: [] };
    }
    default:
      return { rows: {}, faults: [] };
  }
}

/** A page that several branches make is put in order twice: its ids, and what is read of them. */
function faultsOf(lines: readonly string[]): readonly string[] {
  const scans = lines.filter((line) => /^SCAN (?!.*USING .*INDEX|branch|pages|page)/.test(line));
  const orders = lines.filter((line) => line === 'USE TEMP B-TREE FOR ORDER BY');
  return [...scans, ...orders.slice(lines.includes('COMPOUND QUERY') ? 2 : 0)];
}

type Count = (node: Node) => readonly [table: unknown, rows: number];

function ofPostgres(node: Node): readonly [unknown, number] {
  const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  const each = rows.reduce((sum, name) => sum + Number(node[name] ?? 0), 0);
  return [node['Relation Name'], each * Number(node['Actual Loops'])];
}

function ofMariaDb(node: Node): readonly [unknown, number] {
  return [node.table_name, Number(node.r_rows ?? 0) * Number(node.r_loops ?? 0)];
}

/** How many rows the nodes of a plan have read, by table. */
function counted(plan: unknown, count: Count): Record<string, number> {
  const sums: Record<string, number> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const [table, rows] = count(value as Node);
    // What is derived from tables has a name of its own.
    if (typeof table === 'string' && !table.startsWith('<')) sums[table] = (sums[table] ?? 0) + rows;
    for (const member of Object.values(value)) visit(member);
  };
  visit(plan);
  return sums;
}
