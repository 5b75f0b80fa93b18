import { rampLines, rampSteps, readShares } from './ramp-steps';

const HOUR = 3600;

test('percentages are whole, from 0 to 100, 2 to 50 of them', () => {
  expect(readShares('0,1,100')).toEqual([0, 1, 100]);
  for (const text of ['', '1,', '1;2', '1,101', '1,2.5', '1,-2', '1, 2'])
    expect(() => readShares(text)).toThrow(
      `PERCENTAGES takes whole percents such as 1,10,50,100, not ${JSON.stringify(text)}`,
    );
  expect(() => readShares('100')).toThrow('PERCENTAGES takes 2 to 50 percents, not 1');
});

test('each step comes so long after the one before', () => {
  const edit = { key: 'checkout', rank: 2 };
  const at = Date.UTC(2099, 0, 1) * 1000;
  const steps = rampSteps({ shares: [1, 100], every: 24 * HOUR, at, edit });
  expect(steps).toMatchObject([
    { at: { seconds: BigInt(at / 1_000_000) }, edits: { flags: [{ ...edit, percentage: 1 }] } },
    { after: { seconds: 86_400n }, edits: { flags: [{ ...edit, percentage: 100 }] } },
  ]);
  expect(rampSteps({ shares: [1, 100], every: 60, at: undefined, edit })[0]).not.toHaveProperty('at');
});

describe('what is told of a ramp', () => {
  const now = Date.UTC(2099, 0, 1) * 1000;
  const told = (shares: readonly number[], { waits = false, at }: { waits?: boolean; at?: number } = {}) =>
    rampLines(
      { shares, every: HOUR, at, edit: { key: 'a' } },
      { now, everyText: '1h', waits, timeText: (moment) => new Date(moment / 1000).toISOString() },
    );

  test('times, and where it goes down', () => {
    expect(told([1, 50, 10])).toEqual([
      'step 1: 1%, at once',
      'step 2: 50%, 2099-01-01T01:00:00.000Z',
      'step 3: 10%, 2099-01-01T02:00:00.000Z, which is less than the step before',
    ]);
  });

  test('no times of one that waits for approval, unless it was given one', () => {
    expect(told([1, 50], { waits: true })).toEqual([
      'step 1: 1%, once it is approved',
      'step 2: 50%, 1h after step 1',
    ]);
    expect(told([1, 50], { waits: true, at: now })).toEqual([
      'step 1: 1%, 2099-01-01T00:00:00.000Z',
      'step 2: 50%, 2099-01-01T01:00:00.000Z',
    ]);
  });
});
