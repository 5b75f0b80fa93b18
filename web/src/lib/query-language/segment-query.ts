import { type ConstraintState } from '@pennon/state';
import { type Named, nameRank, oneOf, type Query, readQuery, type Test } from './query';
import { timeTest } from './time-test';

/** What of a segment can be searched. */
export interface SearchableSegment extends Named {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly constraints: readonly Pick<ConstraintState, 'type' | 'property'>[];
  /** How many flags use it, from the index; undefined until that is there. */
  readonly usedBy: number | undefined;
}

export type SegmentQuery = Query<SearchableSegment>;

/** Reads a query. @param now Milliseconds since 1970, for ages as in `updated:<30d`. */
export function readSegmentQuery(query: string, now: number): SegmentQuery {
  return readQuery(query, (filter, value) => testOf(filter, value, now), nameRank);
}

function testOf(filter: string, value: string, now: number): Test<SearchableSegment> | undefined {
  switch (filter) {
    case 'used':
      return countTest(value);
    case 'property':
      return ({ constraints }) => constraints.some(({ property }) => property === value);
    case 'type':
      return oneOf(value, {
        string: holds('string'),
        number: holds('number'),
        boolean: holds('boolean'),
        datetime: holds('datetime'),
        entityid: holds('entityId'),
      });
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

function holds(wanted: ConstraintState['type']): Test<SearchableSegment> {
  return ({ constraints }) => constraints.some(({ type }) => type === wanted);
}

/** `0`, `>2` or `<5`; of a segment whose use is not known nothing is true. */
function countTest(value: string): Test<SearchableSegment> | undefined {
  const [found, sign = '', digits] = /^([<>]?)(\d+)$/.exec(value) ?? [];
  if (found === undefined) return undefined;
  const wanted = Number(digits);
  return ({ usedBy }) => {
    if (usedBy === undefined) return false;
    if (sign === '') return usedBy === wanted;
    return sign === '<' ? usedBy < wanted : usedBy > wanted;
  };
}
