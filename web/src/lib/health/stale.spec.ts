import { type AudienceFlag } from '../audience';
import { isStaleCandidate } from './stale';

const since = '2026-11-01T00:00:00Z';
const segments = new Map([['beta', { constraints: [{}] }]]);

function booleanFlag(rollouts: AudienceFlag['rollouts'] = []): AudienceFlag {
  return { flag: { type: 'BOOLEAN_FLAG_TYPE', enabled: true, variants: [] }, rules: [], rollouts };
}

const inBeta = (value: boolean): AudienceFlag['rollouts'] => [
  {
    type: 'SEGMENT_ROLLOUT_TYPE',
    segment: { segmentKeys: ['beta'], segmentOperator: 'OR_SEGMENT_OPERATOR', value },
  },
];

describe('isStaleCandidate', () => {
  const old = { metadata: {}, updatedAt: '2026-10-31T23:59:59.999999999Z', contents: booleanFlag() };

  it('names a flag that everyone gets the same from, and that was not changed since', () => {
    expect(isStaleCandidate(old, segments, since)).toBe(true);
    expect(isStaleCandidate({ ...old, contents: booleanFlag(inBeta(true)) }, segments, since)).toBe(true);
  });

  it('leaves alone what was changed since, or gives different answers', () => {
    expect(isStaleCandidate({ ...old, updatedAt: since }, segments, since)).toBe(false);
    expect(isStaleCandidate({ ...old, contents: booleanFlag(inBeta(false)) }, segments, since)).toBe(false);
  });

  it('never names a permanent flag', () => {
    for (const metadata of [{ permanent: true }, { lifecycle: 'permanent' }]) {
      expect(isStaleCandidate({ ...old, metadata }, segments, since)).toBe(false);
    }
    expect(isStaleCandidate({ ...old, metadata: { permanent: 'no' } }, segments, since)).toBe(true);
  });
});
