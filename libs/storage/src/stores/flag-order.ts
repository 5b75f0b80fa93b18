import { type EntityManager, In } from 'typeorm';
import { groupBy, type Flag } from '@pennon/domain';
import { FlagEntity } from '../entities/flag.entity';
import { dialectOf, filteredFlags, type FlagFilter, type FlagQuery } from './flag-filter';
import { lastRevisions } from './flag-segments';

/**
 * By what flags are ordered first: their `namespace` or their `key`, for which there is an index; or their `name`, or
 * the revision that `changed` them last, the latest first, for which all flags that the filter leaves are looked at.
 */
export type FlagOrder = 'namespace' | 'key' | 'name' | 'changed';

/** Where a flag stands in a list. */
export interface FlagPlace extends Pick<Flag, 'namespaceKey' | 'key'> {
  /**
   * By what it is ordered before its key: the number of a revision, 0 for none, or the beginning of its name as the
   * database compares it. Undefined in the orders that have an index.
   */
  readonly by?: string | number | undefined;
}

/** Which flags of a list are on a page. */
export interface FlagPage {
  readonly order: FlagOrder;
  /** Only flags behind this one: where the page before has ended. */
  readonly behind: FlagPlace | undefined;
  readonly limit: number;
}

/** A query of a page, with the places of the flags where it does not put them in order itself. */
interface OrderedFlags {
  readonly query: FlagQuery;
  readonly places: readonly FlagPlace[] | undefined;
}

/** How much of a name orders it. Characters. */
const NAME_LENGTH = 100;

/** A query of the flags of a page. One statement in the orders that have no index. */
export async function pageOfFlags(
  manager: EntityManager,
  asked: FlagFilter & FlagPage,
): Promise<OrderedFlags> {
  const { order } = asked;
  const all = filteredFlags(manager, asked);
  if (order === 'namespace' || order === 'key') {
    goThroughIndex(all, { ...asked, order });
    return { query: all, places: undefined };
  }
  const places = await placesOf(manager, all, { ...asked, order });
  const query = manager.createQueryBuilder(FlagEntity, 'flag').where(
    [...groupBy(places, ({ namespaceKey }) => namespaceKey)].map(([namespaceKey, some]) => ({
      namespaceKey,
      key: In(some.map(({ key }) => key)),
    })),
  );
  return { query, places };
}

function goThroughIndex(
  query: FlagQuery,
  { order, behind, limit }: FlagPage & { readonly order: 'namespace' | 'key' },
): void {
  const [first, second] =
    order === 'namespace' ? ['flag.namespaceKey', 'flag.key'] : ['flag.key', 'flag.namespaceKey'];
  if (behind !== undefined) {
    const place = { namespacePlace: behind.namespaceKey, keyPlace: behind.key };
    const [of, then] =
      order === 'namespace' ? ['namespacePlace', 'keyPlace'] : ['keyPlace', 'namespacePlace'];
    // Each database finds the place in its index in one of these ways, and not in the other.
    query.andWhere(
      dialectOf(query) === 'mysql'
        ? `(${first} > :${of} OR (${first} = :${of} AND ${second} > :${then}))`
        : `(${first}, ${second}) > (:${of}, :${then})`,
      place,
    );
  }
  query.orderBy({ [first]: 'ASC', [second]: 'ASC' }).limit(limit);
}

/** The places of a page. @param all The flags that the filter leaves. */
async function placesOf(
  manager: EntityManager,
  all: FlagQuery,
  { order, behind, limit }: FlagPage & { readonly order: 'name' | 'changed' },
): Promise<readonly FlagPlace[]> {
  const each = all
    .select('flag.namespaceKey', 'namespace_key')
    .addSelect('flag.key', 'flag_key')
    .addSelect(order === 'name' ? nameOf(all) : lastOf(all), 'place');
  const page = manager
    .createQueryBuilder()
    .select('listed.*')
    .from(`(${each.getQuery()})`, 'listed')
    .setParameters(each.getParameters());
  const [way, sign] = order === 'name' ? (['ASC', '>'] as const) : (['DESC', '<'] as const);
  if (behind !== undefined)
    page.where(
      `(listed.place ${sign} :by OR (listed.place = :by AND (listed.flag_key > :keyPlace OR
        (listed.flag_key = :keyPlace AND listed.namespace_key > :namespacePlace))))`,
      { by: behind.by, keyPlace: behind.key, namespacePlace: behind.namespaceKey },
    );
  const rows = await page
    .orderBy({ 'listed.place': way, 'listed.flag_key': 'ASC', 'listed.namespace_key': 'ASC' })
    .limit(limit)
    .getRawMany<Readonly<Record<'namespace_key' | 'flag_key' | 'place', string>>>();
  return rows.map(({ namespace_key: namespaceKey, flag_key: key, place }) => ({
    ...{ namespaceKey, key },
    by: order === 'name' ? place : Number(place),
  }));
}

/** The beginning of the name, in the order of its characters whatever the language of the database. */
function nameOf(query: FlagQuery): string {
  const name = `LOWER(SUBSTR(flag.name, 1, ${NAME_LENGTH}))`;
  return dialectOf(query) === 'postgres' ? `${name} COLLATE "C"` : name;
}

/** The last revision of the flag or of a segment that it uses; 0 for none. */
function lastOf(query: FlagQuery): string {
  const greatest = dialectOf(query) === 'sqlite' ? 'MAX' : 'GREATEST';
  return `${greatest}(${lastRevisions(query)
    .map((revision) => `COALESCE(${revision}, 0)`)
    .join(', ')})`;
}
