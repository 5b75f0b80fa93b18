import { type AudienceRollout } from './audience-flag';
import { forcedValue } from './forced-value';

const segments = new Map([
  ['all', { constraints: [] }],
  ['some', { constraints: ['one'] }],
]);

const threshold = (percentage: number, value: boolean): AudienceRollout => ({
  type: 'THRESHOLD_ROLLOUT_TYPE',
  threshold: { percentage, value },
});

const segment = (key: string, value: boolean): AudienceRollout => ({
  type: 'SEGMENT_ROLLOUT_TYPE',
  segment: { segmentKeys: [key], segmentOperator: 'OR_SEGMENT_OPERATOR', value },
});

/** Of a flag whose default value is True, which nobody may see. */
function forcedBy(...rollouts: readonly AudienceRollout[]): boolean | undefined {
  const flag = { type: 'BOOLEAN_FLAG_TYPE', enabled: true, variants: [] } as const;
  return forcedValue({ flag, rules: [], rollouts }, segments);
}

describe('forcedValue', () => {
  it('is that of the override on top, whatever is below it', () => {
    expect(forcedBy(threshold(100, false), threshold(30, true), segment('some', true))).toBe(false);
    expect(forcedBy(threshold(100, true), threshold(30, false))).toBe(true);
    // The server compares whole numbers.
    expect(forcedBy(threshold(99.5, false))).toBe(false);
  });

  it('is that of any rollouts that give everyone the same', () => {
    expect(forcedBy(segment('all', false))).toBe(false);
    expect(forcedBy(threshold(30, false), segment('some', false), threshold(100, false))).toBe(false);
  });

  it('is none where the default value counts, or some get something else', () => {
    expect(forcedBy()).toBeUndefined();
    expect(forcedBy(threshold(99, true))).toBeUndefined();
    expect(forcedBy(segment('some', true), threshold(100, false))).toBeUndefined();
    expect(forcedBy(threshold(30, true), threshold(100, false))).toBeUndefined();
    expect(forcedBy(segment('missing', false))).toBeUndefined();
  });
});
