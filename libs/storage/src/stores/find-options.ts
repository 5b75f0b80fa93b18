import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
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
  const { alias } = query;
  query.select(columns.filter((name) => !cut.includes(name)).map((name) => `${alias}.${name}`));
  for (const name of cut)
    query.addSelect(`SUBSTR(${alias}.${name}, 1, ${MAX_LISTED_TEXT + 1})`, `begun_${name}`);
  const { entities, raw } = await query.getRawAndEntities<Readonly<Record<string, string | undefined>>>();
  return entities.map((row, index) => {
    const begun = cut.map((name) => [name, listedText(raw[index]?.[`begun_${name}`] ?? '')]);
    return { ...row, ...(Object.fromEntries(begun) as Partial<Row>) };
  });
}
