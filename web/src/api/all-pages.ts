import { api, type CallOptions } from './client';
import { listOf, objectOf, textOf } from './wire';

/** Items asked for at once. */
const PAGE_SIZE = 500;

/** Where a list of the API is, and how its items are read. */
export interface ListPlace<T> {
  readonly path: string;
  /** The member of the answer that holds the items. */
  readonly member: string;
  readonly read: (wire: unknown) => T;
  readonly query?: CallOptions['query'];
}

/** Every item of a list: page tokens are followed to the end. */
export async function allPages<T>(place: ListPlace<T>, signal: AbortSignal): Promise<readonly T[]> {
  const items: T[] = [];
  const query = { limit: String(PAGE_SIZE), ...place.query };
  let pageToken: string | undefined;
  do {
    const page = objectOf(await api.get<unknown>(place.path, { signal, query: { ...query, pageToken } }));
    items.push(...listOf(page, place.member, place.read));
    const next = textOf(page, 'nextPageToken');
    pageToken = next === '' || next === pageToken ? undefined : next;
  } while (pageToken !== undefined);
  return items;
}
