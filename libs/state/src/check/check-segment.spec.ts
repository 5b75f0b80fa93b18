import { matchTypes } from '@pennon/domain';
import { evaluateBoolean } from '@pennon/evaluator';
import { compileSnapshot, SNAPSHOT_FORMAT_VERSION } from '@pennon/snapshot';
import { checkSegment, knownSegments } from './check-segment';
import type { SegmentState } from '../segment-state';

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
  it('is warned of without constraints', () => {
    expect(checkSegment(segment({ matchType }))).toEqual([
      {
        severity: 'warning',
        check: 'everybody_segment',
        kind: 'segment',
        key: 'beta',
        path: '',
        message: 'Segment "beta" has no constraints, so it matches everybody.',
      },
    ]);
  });

  it('is fine with a constraint', () => {
    expect(checkSegment(segment({ matchType, constraints: [constraint] }))).toEqual([]);
  });

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
function isMatch({ key, matchType, constraints }: SegmentState): boolean {
  const step = { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value: true } as const;
  const { flags } = compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'default',
    revision: 1,
    segments: [{ key, matchType, constraints: constraints.map((each) => ({ id: 'c', ...each })) }],
    flags: [
      {
        type: 'boolean',
        key: 'f',
        name: '',
        description: '',
        isEnabled: false,
        createdAt: 0,
        updatedAt: 0,
        variants: [],
        rollouts: [{ id: 'o', rank: 1, step }],
      },
    ],
  });
  const flag = flags.get('f');
  return flag?.type === 'boolean' && evaluateBoolean(flag, 'entity', {}).isEnabled;
}
