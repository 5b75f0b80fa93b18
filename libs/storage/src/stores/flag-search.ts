import type { EntityManager } from 'typeorm';
import type { Flag } from '@pennon/domain';
import type { FlagRow } from '../entities/flag.entity';
import { dialectOf, type FlagFilter, knowsOff, tagsOf } from './flag-filter';
import { type FlagPage, type FlagPlace, pageOfFlags } from './flag-order';
import { lastRevisions } from './flag-segments';
import { type RawRow, rawRowsForList } from './find-options';
import { type ToldRevision, withAuthors } from './revision-marks';

/** Which flags to find. */
export type FlagSearch = FlagFilter & FlagPage;

/** A flag of a list. */
export interface FoundFlag extends FlagPlace, Pick<Flag, 'name' | 'type' | 'isEnabled'> {
  readonly isOff: boolean;
  readonly tags: readonly string[];
  /** The last that changed it, or a segment that it uses; undefined if none is written down. */
  readonly lastRevision: ToldRevision | undefined;
}

/**
 * A page of flags of several namespaces, each with the last revision of it or of a segment that it uses. Three
 * statements: the page, and the authors and marks of the revisions; one more in an order that has no index.
 */
export async function searchFlags(manager: EntityManager, search: FlagSearch): Promise<readonly FoundFlag[]> {
  if (search.namespaceKeys?.size === 0) return [];
  const { query, places } = await pageOfFlags(manager, search);
  if (places?.length === 0) return [];
  const columns: (keyof FlagRow)[] = ['namespaceKey', 'key', 'name', 'type', 'isEnabled'];
  if (knowsOff(query)) columns.push('off');
  const rows = await rawRowsForList(query, columns, ['name'], () => {
    query.addSelect(tagsOf[dialectOf(query)], 'tags');
    for (const [index, revision] of lastRevisions(query).entries())
      query.addSelect(revision, `last_${index}`);
  });
  const revisions = rows.map(({ raw }) => lastOf(raw));
  const known = rows.flatMap(({ row: { namespaceKey } }, index) => {
    const revision = revisions[index];
    return revision === undefined ? [] : [{ namespaceKey, revision }];
  });
  const told = (await withAuthors(manager, known)).values();
  const flags = rows.map(({ row: { off = null, namespaceKey, key, name, type, isEnabled }, raw }, index) => ({
    ...{ namespaceKey, key, name, type, isEnabled, isOff: off !== null, tags: textsIn(raw.tags) },
    lastRevision: revisions[index] === undefined ? undefined : told.next().value,
  }));
  return places === undefined ? flags : inOrder(flags, places);
}

/** The flags of places, with what they are ordered by. */
function inOrder(flags: readonly FoundFlag[], places: readonly FlagPlace[]): readonly FoundFlag[] {
  const nameOf = ({ namespaceKey, key }: FlagPlace): string => `${namespaceKey} ${key}`;
  const byName = new Map(flags.map((flag) => [nameOf(flag), flag]));
  return places.flatMap((place) => {
    const flag = byName.get(nameOf(place));
    return flag === undefined ? [] : [{ ...flag, by: place.by }];
  });
}

function lastOf(raw: RawRow): number | undefined {
  const all = [0, 1, 2].map((index) => Number(raw[`last_${index}`] ?? 0));
  const last = Math.max(...all);
  return last === 0 ? undefined : last;
}

/** The texts of a JSON list; none if it is not one. */
function textsIn(json: string | null | undefined): readonly string[] {
  const value: unknown = JSON.parse(json ?? 'null');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
