import type { EntityManager, EntitySchema, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { cutPage, type Page, type PageRequest } from '@pennon/domain';

/** Creation order; the id decides between rows of different processes that share a moment. */
export const byCreation = { createdAt: 'ASC', id: 'ASC' } as const;

/** By creation time, then key. */
export const byCreationOfKeys = { createdAt: 'ASC', key: 'ASC' } as const;

/** As many rows as there may be: not every database can start at an offset without a limit. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The rows to read for a page: one more than asked for, which tells whether another page exists. */
export function windowOf({ limit, offset }: PageRequest): { skip?: number; take?: number } {
  if (limit === 0 && offset === 0) return {};
  return { take: limit > 0 ? limit + 1 : ALL, ...(offset > 0 && { skip: offset }) };
}

/** A page of rows of which all have been read. */
export function pageOf<T>(rows: readonly T[], page: PageRequest, keyOf: (row: T) => string): Page<T> {
  return cutPage(rows.slice(page.offset), page, rows.length, keyOf);
}

/** The members of the rows of a table, as far as the database has columns for them: a migration may be to come. */
export function membersOf<Row extends ObjectLiteral>(
  { connection }: EntityManager,
  entity: EntitySchema<Row>,
): readonly (keyof Row & string)[] {
  return connection.getMetadata(entity).columns.map(({ propertyName }) => propertyName);
}

/** Most characters that lists show of what people wrote: older rows have texts of any length. */
const MAX_LISTED_TEXT = 500;

/** The beginning of a long text, as lists show it. */
export function listedText(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_LISTED_TEXT + 2));
  return characters.length > MAX_LISTED_TEXT ? `${characters.slice(0, MAX_LISTED_TEXT).join('')}…` : text;
}

/**
 * The rows of a query with the beginning of some texts. The database cuts them, so that a page of long texts is never
 * in memory.
 *
 * @param columns What to read.
 * @param cut Those of the columns that are cut.
 */
export async function rowsForList<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  columns: readonly (keyof Row & string)[],
  cut: readonly (keyof Row & string)[],
): Promise<readonly Row[]> {
  return (await rawRowsForList(query, columns, cut)).map(({ row }) => row);
}

/** What the database gives for a row, by alias. */
export type RawRow = Readonly<Record<string, string | undefined>>;

/**
 * The rows of {@link rowsForList}, each with all that the database gave for it.
 *
 * @param selectMore Selects what else is read with each.
 */
export async function rawRowsForList<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  columns: readonly (keyof Row & string)[],
  cut: readonly (keyof Row & string)[],
  selectMore: () => void = () => undefined,
): Promise<readonly { readonly row: Row; readonly raw: RawRow }[]> {
  const { alias } = query;
  query.select(columns.filter((name) => !cut.includes(name)).map((name) => `${alias}.${name}`));
  for (const name of cut)
    query.addSelect(`SUBSTR(${alias}.${name}, 1, ${MAX_LISTED_TEXT + 1})`, `begun_${name}`);
  selectMore();
  const { entities, raw } = await query.getRawAndEntities<RawRow>();
  return raw.map((given, index) => {
    const begun = cut.map((name) => [name, listedText(given[`begun_${name}`] ?? '')]);
    return { row: { ...entities[index], ...Object.fromEntries(begun) } as Row, raw: given };
  });
}
