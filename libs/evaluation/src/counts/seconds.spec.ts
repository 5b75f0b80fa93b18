import { Seconds } from './seconds';

it('the second hand follows the clock, until it is stopped', () => {
  jest.useFakeTimers({ now: 1_700_000_000_999 });
  const seconds = new Seconds();
  expect(seconds.now).toBe(1_700_000_000);
  jest.advanceTimersByTime(3000);
  expect(seconds.now).toBe(1_700_000_003);
  seconds.onModuleDestroy();
  jest.advanceTimersByTime(3000);
  expect(seconds.now).toBe(1_700_000_003);
  jest.useRealTimers();
});
