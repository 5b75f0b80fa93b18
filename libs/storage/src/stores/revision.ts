import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Dialect } from '@pennon/config';
import { changeText, featuresIn, type Revision } from '@pennon/domain';
import type { Database, PlainRow } from '../database/database';
import type { NamespaceRow } from '../entities/namespace.entity';
import { CHANGES_CHANNEL, REVISIONS_CHANNEL } from './notify-change';

/** A revision of a namespace, and what the one before it had for a mark. */
export interface StoredRevision extends Revision {
  /** Empty if there was none before, or no mark was drawn for it. */
  readonly markBefore: string;
  /** Features that the namespace uses: see `Feature`. */
  readonly features: readonly string[];
}

/**
 * In the words of each database.
 *
 * A plain statement, because strict evaluation waits for it: the ORM takes six times as long to put it together.
 */
const statements: Readonly<Record<Dialect, string>> = {
  sqlite: 'SELECT "revision", "mark", "mark_before", "features" FROM "namespaces" WHERE "key" = ?',
  postgres: 'SELECT "revision", "mark", "mark_before", "features" FROM "namespaces" WHERE "key" = $1',
  cockroachdb: 'SELECT "revision", "mark", "mark_before", "features" FROM "namespaces" WHERE "key" = $1',
  mysql: 'SELECT `revision`, `mark`, `mark_before`, `features` FROM `namespaces` WHERE `key` = ?',
};

/** The revision of a namespace as the transaction sees it, or undefined when there is none such. */
export async function readRevision(
  manager: EntityManager,
  namespaceKey: string,
): Promise<StoredRevision | undefined> {
  const sql = statements[manager.connection.options.type as Dialect];
  const [row] = await manager.query<readonly PlainRow[]>(sql, [namespaceKey]);
  return row && storedRevisionIn(row);
}

/** A statement that raises a revision and draws a mark, in the words of each database. */
interface Raise {
  readonly sql: string;
  /** True if it returns what is now. */
  readonly returns: boolean;
}

/** In this order: MySQL sets one column after the other. */
const raise =
  'UPDATE "namespaces" SET "revision" = "revision" + 1, "mark_before" = "mark", "mark" = $1 WHERE "key" = $2';
const returning = 'RETURNING "revision", "mark", "mark_before", "features"';
const plainRaise: Raise = { sql: raise.replaceAll('"', '`').replaceAll(/\$\d/g, '?'), returns: false };

const raises: Readonly<Record<Dialect, Raise>> = {
  sqlite: plainRaise,
  mysql: plainRaise,
  cockroachdb: { sql: `${raise} ${returning}`, returns: true },
  // Tells every instance that listens, if and as soon as the transaction is committed.
  postgres: {
    sql:
      `${raise} ${returning}, ` +
      `pg_notify('${REVISIONS_CHANNEL}', "key" || ' ' || "revision" || '.' || "mark"), pg_notify($3, $4)`,
    returns: true,
  },
};

/** What became of raising a revision. */
export interface Raised {
  /** False when there is no such namespace. */
  readonly isThere: boolean;
  /** What the revision is now, where the database tells. */
  readonly raised: StoredRevision | undefined;
}

/** Raises the revision of a namespace by one, draws a mark for it, and has PostgreSQL tell of the change. */
export async function raiseRevision(manager: EntityManager, namespaceKey: string): Promise<Raised> {
  const dialect = manager.connection.options.type as Dialect;
  const { sql, returns } = raises[dialect];
  const told =
    dialect === 'postgres' ? [CHANGES_CHANNEL, changeText({ kind: 'namespace', namespaceKey })] : [];
  const result = await manager.queryRunner?.query(sql, [newMark(), namespaceKey, ...told], true);
  const isThere = result?.affected !== 0;
  const [row] = (returns ? (result?.records ?? []) : []) as readonly PlainRow[];
  return { isThere, raised: row && storedRevisionIn(row) };
}

/** The revision that a row of a namespace has. */
export function storedRevisionOf({ revision, mark, markBefore, features }: NamespaceRow): StoredRevision {
  return { ...markedRevision(revision, mark), markBefore, features: featuresIn(features) };
}

function storedRevisionIn(row: PlainRow): StoredRevision {
  const features = featuresIn(row.features as string | null);
  return { ...revisionIn(row), markBefore: String(row.mark_before), features };
}

/** The revision of a namespace as it is now, or undefined when there is none such; past the ORM. */
export async function readRevisionNow(
  database: Database,
  namespaceKey: string,
): Promise<Revision | undefined> {
  // Under another name than the statements of versions that know of no marks, or of no features.
  const statement = { name: 'pennon_revision_and_features', sql: statements[database.dialect] };
  const [row] = await database.readDirectly(statement, [namespaceKey]);
  return row && revisionIn(row);
}

/** Some drivers return bigint columns as text. */
function revisionIn(row: PlainRow): Revision {
  return markedRevision(Number(row.revision), String(row.mark));
}

/** A revision as columns have it: without a mark where none was drawn. */
export function markedRevision(revision: number, mark: string): Revision {
  return { revision, ...(mark !== '' && { mark }) };
}

/** The revision before the one that was made. */
export function revisionBefore({ revision, markBefore }: StoredRevision): Revision {
  return markedRevision(revision - 1, markBefore);
}

/**
 * True if what was written down of the first revision after `held` says that it came after that one, and not after
 * another one of the same number. Whoever knew of no marks has written down none: then nothing speaks against it.
 */
export function follows(next: { readonly markBefore: string } | undefined, held: Revision): boolean {
  return next !== undefined && (next.markBefore === '' || next.markBefore === (held.mark ?? ''));
}

/** Of 72 bits two are the same once in 10^21: enough for those that are ever given the same number. */
const MARK_BYTES = 9;

/** A mark for a new revision: 12 letters, digits, `-` and `_`. */
export function newMark(): string {
  return randomBytes(MARK_BYTES).toString('base64url');
}
