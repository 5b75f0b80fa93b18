import { api, type CallOptions } from './client';

/** Items asked for at once. */
const PAGE_SIZE = 500;

/** Where a list of the API is, and how its items are read. */
export interface ListPlace<T, Wire> {
  readonly path: string;
  /** The member of the answer that holds the items. */
  readonly member: string;
  readonly read: (wire: Wire) => T;
  readonly query?: CallOptions['query'];
}

/** A page of a list, whose items are in a member of a name of their own. */
type PageJson<Wire> = Readonly<Record<string, readonly Wire[]>> & { readonly nextPageToken?: string };

/** Every item of a list: page tokens are followed to the end. */
export async function allPages<T, Wire>(
  place: ListPlace<T, Wire>,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const items: T[] = [];
  const query = { limit: String(PAGE_SIZE), ...place.query };
  let pageToken: string | undefined;
  do {
    const page: PageJson<Wire> = await api.get(place.path, { signal, query: { ...query, pageToken } });
    items.push(...(page[place.member] ?? []).map(place.read));
    pageToken = page.nextPageToken === '' ? undefined : page.nextPageToken;
  } while (pageToken !== undefined);
  return items;
}
