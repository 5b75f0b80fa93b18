import { type Json } from '@pennon/domain';
import { type FlagState, isOff } from '@pennon/state';
import { tagsOf } from '../tags';
import { type Named, nameRank, NO_MATCH, oneOf, type Query, readQuery, type Test } from './query';
import { timeTest } from './time-test';

/** What of a flag can be searched; what comes from the index is undefined until that is there. */
export interface SearchableFlag extends Named, Pick<FlagState, 'type' | 'isEnabled' | 'off' | 'metadata'> {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Segments of its rules and rollouts. */
  readonly segmentKeys: readonly string[];
  readonly ruleCount: number;
  readonly rolloutCount: number;
  /** Kinds of its health findings, as in `stale`. */
  readonly findings: readonly string[];
}

export type FlagQuery = Query<SearchableFlag>;

/** Reads a query. @param now Milliseconds since 1970, for ages as in `updated:<30d`. */
export function readFlagQuery(query: string, now: number): FlagQuery {
  return readQuery(query, (filter, value) => testOf(filter, value, now), wordRank);
}

function testOf(filter: string, value: string, now: number): Test<SearchableFlag> | undefined {
  if (filter.startsWith('meta.')) return metadataTest(filter.slice('meta.'.length), value);
  switch (filter) {
    case 'type':
      return oneOf(value, {
        boolean: ({ type }) => type === 'boolean',
        variant: ({ type }) => type === 'variant',
      });
    case 'is':
      return oneOf(value, {
        enabled: ({ type, isEnabled }) => type === 'variant' && isEnabled,
        off: ({ off }) => isOff(off),
        disabled: ({ type, isEnabled }) => type === 'variant' && !isEnabled,
      });
    case 'default':
      return oneOf(value, {
        true: ({ type, isEnabled }) => type === 'boolean' && isEnabled,
        false: ({ type, isEnabled }) => type === 'boolean' && !isEnabled,
      });
    case 'has':
      return oneOf(value, {
        rules: ({ ruleCount }) => ruleCount > 0,
        rollouts: ({ rolloutCount }) => rolloutCount > 0,
      });
    case 'segment':
      return ({ segmentKeys }) => segmentKeys.includes(value);
    case 'tag':
      return ({ metadata }) => tagsOf(metadata).some((tag) => tag.toLowerCase() === value.toLowerCase());
    case 'health':
      return ({ findings }) => findings.includes(value.toLowerCase());
    case 'updated': {
      const test = timeTest(value, now);
      return test && (({ updatedAt }) => test(updatedAt));
    }
    case 'created': {
      const test = timeTest(value, now);
      return test && (({ createdAt }) => test(createdAt));
    }
    default:
      return undefined;
  }
}

function wordRank(flag: SearchableFlag, word: string): number {
  const rank = nameRank(flag, word);
  if (rank < NO_MATCH) return rank;
  return tagsOf(flag.metadata).some((tag) => tag.toLowerCase().includes(word)) ? 4 : NO_MATCH;
}

/** The member at a path with dots, as text; only members of its own, whatever they are called. */
function metadataTest(path: string, wanted: string): Test<SearchableFlag> {
  return ({ metadata }) => {
    let value: Json | undefined = metadata;
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
      value = Object.entries(value).find(([member]) => member === name)?.[1];
    }
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.some((text) => String(text).toLowerCase() === wanted.toLowerCase());
  };
}
