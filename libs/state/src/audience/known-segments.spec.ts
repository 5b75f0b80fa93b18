import { matchTypes } from '@pennon/domain';
import { evaluateBoolean } from '@pennon/evaluator';
import { aFlagState, compiledFlag } from '@pennon/testing';
import type { SegmentState } from '../segment-state';
import { knownSegments } from './known-segments';

const constraint = {
  type: 'string',
  property: 'plan',
  operator: 'eq',
  value: 'pro',
  description: '',
} as const;

function segment(changes: Partial<SegmentState>): SegmentState {
  return { key: 'beta', name: 'Beta', description: '', matchType: 'all', constraints: [], ...changes };
}

describe.each(matchTypes)('a segment of match type %s', (matchType) => {
  it.each([{ constraints: [] }, { constraints: [constraint] }])(
    'matches an entity without context as it is known to: %j',
    ({ constraints }) => {
      const known = knownSegments([segment({ matchType, constraints })]);
      expect(isMatch(segment({ matchType, constraints }))).toBe(known.matchesEverybody('beta'));
    },
  );
});

it('knows the segments that there are', () => {
  const known = knownSegments([segment({}), segment({ key: 'pro', constraints: [constraint] })]);
  const keys = ['beta', 'pro', 'gone'];
  expect(keys.map((key) => known.has(key))).toEqual([true, true, false]);
  expect(keys.map((key) => known.matchesEverybody(key))).toEqual([true, false, false]);
});

/** Whether the evaluator lets the segment match an entity without context. */
function isMatch(wanted: SegmentState): boolean {
  const step = { type: 'segment', segmentKeys: [wanted.key], segmentOperator: 'or', value: true } as const;
  const state = aFlagState('f', { type: 'boolean', rollouts: [{ description: '', step }] });
  const flag = compiledFlag(state, [wanted]);
  return flag.type === 'boolean' && evaluateBoolean(flag, 'entity', {}).isEnabled;
}
