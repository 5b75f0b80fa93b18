import { type QueryClient } from '@tanstack/react-query';
import { type NamespaceContents } from '@/lib/compare';
import { type FlagContents } from '@/lib/model';
import { someAtOnce } from '@/lib/some-at-once';
import { flagsQuery, readFlag } from './flags';
import { rolloutsQuery } from './rollouts';
import { rulesQuery } from './rules';
import { segmentsQuery } from './segments';

/** Most flags that are read at the same time. */
const AT_ONCE = 4;

/**
 * A flag with all that decides what it answers, as the server has it now: the index has too little to edit or copy
 * from, and lists may format attachments differently.
 */
export async function readFlagContents(
  client: QueryClient,
  namespaceKey: string,
  key: string,
): Promise<FlagContents> {
  const [flag, rules, rollouts] = await Promise.all([
    readFlag(client, namespaceKey, key),
    client.query({ ...rulesQuery(namespaceKey, key), staleTime: 0 }),
    client.query({ ...rolloutsQuery(namespaceKey, key), staleTime: 0 }),
  ]);
  return { flag, rules, rollouts };
}

/** Several flags as {@link readFlagContents} reads one, in the order of their keys. */
export async function readFlags(
  client: QueryClient,
  namespaceKey: string,
  keys: readonly string[],
): Promise<readonly FlagContents[]> {
  const contents = new Map<string, FlagContents>();
  await someAtOnce(keys, AT_ONCE, async (key) => {
    contents.set(key, await readFlagContents(client, namespaceKey, key));
  });
  return keys.flatMap((key) => contents.get(key) ?? []);
}

/**
 * All of a namespace that can be copied, exported or compared, read anew.
 *
 * @param flagKeys The flags that matter; those that do not exist are left out. All of them unless given.
 */
export async function readNamespace(
  client: QueryClient,
  namespaceKey: string,
  flagKeys?: readonly string[],
): Promise<NamespaceContents> {
  const [present, segments] = await Promise.all([
    client.query({ ...flagsQuery(namespaceKey), staleTime: 0 }),
    client.query({ ...segmentsQuery(namespaceKey), staleTime: 0 }),
  ]);
  const keys = present.map(({ key }) => key).filter((key) => flagKeys?.includes(key) ?? true);
  return { flags: await readFlags(client, namespaceKey, keys), segments };
}
