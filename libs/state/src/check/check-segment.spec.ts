import { matchTypes } from '@pennon/domain';
import { checkSegment } from './check-segment';
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
});
