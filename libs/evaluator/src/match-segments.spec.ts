import { type MatchType } from '@pennon/domain';
import { CompiledSegment, type CompiledConstraint, type CompiledSelection } from '@pennon/snapshot';
import { matchSegments } from './match-segments';

const dutch: CompiledConstraint = { kind: 'text', property: 'country', operator: 'eq', wanted: 'NL' };
const adult: CompiledConstraint = { kind: 'number', property: 'age', operator: 'gte', wanted: 18 };
const context = { country: 'NL', age: '12' };

function segment(key: string, ...constraints: readonly CompiledConstraint[]): CompiledSegment {
  return new CompiledSegment(key, 'all', constraints);
}

function withType(matchType: MatchType, { key, constraints }: CompiledSegment): CompiledSegment {
  return new CompiledSegment(key, matchType, constraints);
}

function selection(
  segmentOperator: 'or' | 'and',
  ...segments: readonly CompiledSegment[]
): CompiledSelection {
  return { segments, segmentKeys: segments.map(({ key }) => key), segmentOperator };
}

function keysOf(compiled: CompiledSelection): readonly string[] | undefined {
  return matchSegments(compiled, 'user-1', context);
}

describe('a segment', () => {
  it('of match type all wants every constraint', () => {
    expect(keysOf(selection('or', segment('s', dutch)))).toEqual(['s']);
    expect(keysOf(selection('or', segment('s', dutch, adult)))).toBeUndefined();
  });

  it('of match type any wants one constraint', () => {
    expect(keysOf(selection('or', withType('any', segment('s', adult, dutch))))).toEqual(['s']);
    expect(keysOf(selection('or', withType('any', segment('s', adult))))).toBeUndefined();
  });

  it.each(['all', 'any'] as const)('of match type %s without constraints holds everybody', (matchType) => {
    expect(keysOf(selection('or', withType(matchType, segment('s'))))).toEqual(['s']);
  });
});

describe('matchSegments', () => {
  const hit = segment('hit', dutch);
  const other = segment('another hit');
  const miss = segment('miss', adult);

  it('under or names the segments that match, in the order listed', () => {
    expect(keysOf(selection('or', other, miss, hit))).toEqual(['another hit', 'hit']);
    expect(keysOf(selection('or', hit, other))).toEqual(['hit', 'another hit']);
    expect(keysOf(selection('or', miss, miss))).toBeUndefined();
  });

  it('under and names all segments or none', () => {
    expect(keysOf(selection('and', hit, other))).toEqual(['hit', 'another hit']);
    expect(keysOf(selection('and', hit, miss))).toBeUndefined();
  });

  it('shares the keys of the selection when it names them all', () => {
    const single = selection('or', hit);
    const both = selection('and', hit, other);
    expect(keysOf(single)).toBe(single.segmentKeys);
    expect(keysOf(both)).toBe(both.segmentKeys);
  });
});
