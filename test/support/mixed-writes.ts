import { aDistribution, aFlag, aRule, aSegment, aVariant, timesAfter } from '@pennon/testing';
import { openDatabase, type Stores, UnitOfWork } from '@pennon/storage';
import { type ManagementClient } from './management-client';
import { shuffled, type Random } from './random';
import { rulesOf, type StoredState } from './stored-state';
import { configFor } from './temporary-database';

/** What became of a write, seen from the rows alone. */
export type WriteOutcome = 'done' | 'undone' | 'half-done';

/** One of two hundred writes: none of them needs or disturbs another. */
export interface MixedWrite {
  readonly name: string;
  send(client: ManagementClient): Promise<unknown>;
  outcome(state: StoredState): WriteOutcome;
}

const NEW_FLAGS = 60;
const NEW_VARIANTS = 50;
const NEW_RULES = 30;
const ORDERED_FLAGS = 40;
const SHRINKING_FLAGS = 20;

const segmentKeys = ['everyone', 'anyone', 'all'];

/** Ranks of new rules start here, each with one of its own to be known by. */
const FIRST_NEW_RANK = 1000;

/** Keys of all flags that are there before the writes or may be there after them. */
export const flagKeys: readonly string[] = [
  'dressed',
  'crowded',
  ...numbered('new', NEW_FLAGS),
  ...numbered('ordered', ORDERED_FLAGS),
  ...numbered('shrinking', SHRINKING_FLAGS),
];

/** Makes a database file that has what the writes need, at revision 0. */
export async function prepareMixedWrites(file: string): Promise<void> {
  const database = await openDatabase(configFor(`file:${file}`).db, 'writer');
  await new UnitOfWork(database).write(async (stores) => {
    for (const key of segmentKeys) await stores.segments.createAll([aSegment(key)]);
    for (const key of ['dressed', 'crowded']) await stores.flags.createAll([aFlag(key)]);
    for (const key of numbered('ordered', ORDERED_FLAGS)) await addFlagWithRules(stores, key, 4);
    for (const key of numbered('shrinking', SHRINKING_FLAGS)) await addFlagWithRules(stores, key, 3);
  });
  await database.close();
}

/** The writes, in a random order. */
export function mixedWrites(random: Random): readonly MixedWrite[] {
  return shuffled(random, [
    ...numbered('new', NEW_FLAGS).map(createFlag),
    ...numbered('variant', NEW_VARIANTS).map(createVariant),
    ...Array.from({ length: NEW_RULES }, (_, index) => createRule(FIRST_NEW_RANK + index)),
    ...numbered('ordered', ORDERED_FLAGS).map((key) => orderRules(key, random)),
    ...numbered('shrinking', SHRINKING_FLAGS).map(deleteFirstRule),
  ]);
}

function createFlag(key: string): MixedWrite {
  const flag = { key, name: key, type: 'BOOLEAN_FLAG_TYPE', enabled: true };
  return {
    name: `create the flag ${key}`,
    send: (client) => client.write('POST', 'flags', flag),
    outcome: ({ flags }) => outcomeOf(flags.get(key), true),
  };
}

function createVariant(key: string): MixedWrite {
  const attachment = JSON.stringify({ key });
  return {
    name: `create the variant ${key}`,
    send: (client) => client.write('POST', 'flags/dressed/variants', { key, attachment }),
    outcome: ({ variants }) => outcomeOf(variants.get(`dressed/${key}`), attachment),
  };
}

function createRule(rank: number): MixedWrite {
  const rule = { segmentKeys, segmentOperator: 'AND_SEGMENT_OPERATOR', rank };
  return {
    name: `create the rule of rank ${rank}`,
    send: (client) => client.write('POST', 'flags/crowded/rules', rule),
    outcome: (state) => {
      const found = rulesOf(state, 'crowded').filter((candidate) => candidate.rank === rank);
      const [only] = found.map((candidate) => candidate.segmentKeys.join());
      return found.length > 1 ? 'half-done' : outcomeOf(only, segmentKeys.join());
    },
  };
}

function orderRules(flagKey: string, random: Random): MixedWrite {
  const before = ruleIds(flagKey, 4);
  const [first = '', ...others] = before;
  const after = [...shuffled(random, others), first];
  return {
    name: `order the rules of ${flagKey}`,
    send: (client) => client.write('PUT', `flags/${flagKey}/rules/order`, { ruleIds: after }),
    outcome: (state) => changeOf(state, flagKey, before, after),
  };
}

function deleteFirstRule(flagKey: string): MixedWrite {
  const before = ruleIds(flagKey, 3);
  const [first = '', ...after] = before;
  return {
    name: `delete the first rule of ${flagKey}`,
    send: (client) => client.write('DELETE', `flags/${flagKey}/rules/${first}`),
    outcome: (state) => changeOf(state, flagKey, before, after),
  };
}

/** A thing that was to be made is there as wanted, not there at all, or there in part. */
function outcomeOf<T>(found: T | undefined, wanted: T): WriteOutcome {
  if (found === undefined) return 'undone';
  return found === wanted ? 'done' : 'half-done';
}

/** Rules that were to change are as they were, or as wanted, with the ranks 1 to n. */
function changeOf(
  state: StoredState,
  flagKey: string,
  before: readonly string[],
  after: readonly string[],
): WriteOutcome {
  const found = rulesOf(state, flagKey).map(({ id, rank }) => `${rank}: ${id}`);
  const ranked = (ids: readonly string[]): string => ids.map((id, index) => `${index + 1}: ${id}`).join();
  if (found.join() === ranked(after)) return 'done';
  return found.join() === ranked(before) ? 'undone' : 'half-done';
}

/** A flag with rules that all match everyone; each gives another variant, so the answer names the first. */
async function addFlagWithRules(stores: Stores, flagKey: string, count: number): Promise<void> {
  await stores.flags.createAll([aFlag(flagKey)]);
  for (const [index, ruleId] of ruleIds(flagKey, count).entries()) {
    const variantId = `${ruleId}-variant`;
    const rule = aRule(flagKey, ruleId, { rank: index + 1, segmentKeys: ['everyone'], ...timesAfter(index) });
    await stores.variants.createAll([aVariant(flagKey, variantId)]);
    await stores.rules.createAll([rule]);
    await stores.distributions.createAll([aDistribution(ruleId, variantId, { id: `${ruleId}-share` })]);
  }
}

function ruleIds(flagKey: string, count: number): readonly string[] {
  return numbered(`${flagKey}-rule`, count);
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}
