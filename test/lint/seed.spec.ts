import fc from 'fast-check';
import { propertySeed as seedOfThisRun } from '../support/seed';

const { propertySeed } = jest.requireActual<{
  propertySeed: (env: Readonly<Record<string, string>>, now: Date) => number;
}>('../../.config/jest/seed.cjs');

const day = new Date('2026-11-28T23:59:59Z');
const nextDay = new Date('2026-11-29T00:00:00Z');

it('the small size draws the same cases every day', () => {
  expect(propertySeed({}, day)).toBe(propertySeed({}, nextDay));
});

it('the whole size draws other cases every day', () => {
  const whole = { PENNON_TEST_SIZE: 'whole' };
  expect([propertySeed(whole, day), propertySeed(whole, nextDay)]).toEqual([20_261_128, 20_261_129]);
});

it.each(['small', 'whole'])('a seed that is set goes before that of the %s size', (size) => {
  expect(propertySeed({ PENNON_TEST_SIZE: size, PENNON_TEST_SEED: '7' }, day)).toBe(7);
});

it('properties use the seed of the run', () => {
  expect(seedOfThisRun).toBeGreaterThan(0);
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: seedOfThisRun });
});
