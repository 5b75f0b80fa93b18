import { knownSegments, type RolloutState } from '@pennon/state';
import { aShownFlag } from '../../../tests/support/a-flag';
import { isStaleCandidate, type StaleInput } from './stale';

const since = '2026-11-01T00:00:00Z';
const segments = knownSegments([{ key: 'beta', constraints: [{}] }]);

const inBeta = (value: boolean): readonly RolloutState[] => [
  { description: '', step: { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value } },
];

describe('isStaleCandidate', () => {
  const old: StaleInput = aShownFlag('banner', {
    type: 'boolean',
    updatedAt: '2026-10-31T23:59:59.999999999Z',
  });

  it('names a flag that everyone gets the same from, and that was not changed since', () => {
    expect(isStaleCandidate(old, segments, since)).toBe(true);
    expect(isStaleCandidate({ ...old, rollouts: inBeta(true) }, segments, since)).toBe(true);
  });

  it('leaves alone what was changed since, or gives different answers', () => {
    expect(isStaleCandidate({ ...old, updatedAt: since }, segments, since)).toBe(false);
    expect(isStaleCandidate({ ...old, rollouts: inBeta(false) }, segments, since)).toBe(false);
  });

  it('never names a permanent flag', () => {
    for (const metadata of [{ permanent: true }, { lifecycle: 'permanent' }]) {
      expect(isStaleCandidate({ ...old, metadata }, segments, since)).toBe(false);
    }
    expect(isStaleCandidate({ ...old, metadata: { permanent: 'no' } }, segments, since)).toBe(true);
  });
});
