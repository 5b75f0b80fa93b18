import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Dialect } from '@pennon/config';
import { featuresIn, type Revision } from '@pennon/domain';
import type { Database, PlainRow } from '../database/database';

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
  if (row === undefined) return undefined;
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
