/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** How many items the whole list has. */
  readonly totalCount: number;
  /** Where the next page starts; undefined when this is the last one. */
  readonly next: PageStart | undefined;
}

/** The place a page starts at. */
export interface PageStart {
  /** Key or id of the first item of the page. */
  readonly key: string;
  /** How many items lie before it. */
  readonly offset: number;
}

/** What part of a list is wanted. */
export interface PageRequest {
  /** Most items to return; 0 means all. */
  readonly limit: number;
  /** How many items to pass over first. */
  readonly offset: number;
}

/**
 * Cuts a page from rows that were read with one row more than `limit`, which tells whether another page exists.
 */
export function cutPage<T>(
  rows: readonly T[],
  { limit, offset }: PageRequest,
  totalCount: number,
  keyOf: (row: T) => string,
): Page<T> {
  const following = limit > 0 ? rows[limit] : undefined;
  return {
    items: limit > 0 ? rows.slice(0, limit) : rows,
    totalCount,
    next: following === undefined ? undefined : { key: keyOf(following), offset: offset + limit },
  };
}
