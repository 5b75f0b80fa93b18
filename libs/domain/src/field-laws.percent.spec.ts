import { InvalidFieldError } from './errors';
import { normalizeDistributionPercent, normalizeThresholdPercent } from './field-laws';

describe.each([
  ['normalizeDistributionPercent', normalizeDistributionPercent],
  ['normalizeThresholdPercent', normalizeThresholdPercent],
])('%s', (_, normalize) => {
  it.each([0, 12.5, 33.33, 100])('keeps %d', (percent) => {
    expect(normalize(percent)).toBe(percent);
  });

  it('stores what a 32-bit float can tell apart', () => {
    expect(normalize(66.666666666)).toBe(66.666664);
  });

  it.each([-0.1, 100.1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (percent) => {
    expect(() => normalize(percent)).toThrow(InvalidFieldError);
  });
});

it('words the bounds of a distribution and of a threshold as Flipt does', () => {
  expect(() => normalizeDistributionPercent(-1)).toThrow(
    "invalid field rollout: must be greater than or equal to '0'",
  );
  expect(() => normalizeDistributionPercent(101)).toThrow(
    "invalid field rollout: must be less than or equal to '100'",
  );
  expect(() => normalizeThresholdPercent(101)).toThrow(
    'invalid field threshold.percentage: must be within range [0, 100]',
  );
});
