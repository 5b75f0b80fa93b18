import fc from 'fast-check';
import { SystemClock } from './clocks';

let machine: jest.SpyInstance<number, []>;

beforeEach(() => {
  machine = jest.spyOn(Date, 'now');
});

afterEach(() => {
  machine.mockRestore();
});

describe('the clock', () => {
  it('tells the machine’s time in microseconds', () => {
    machine.mockReturnValue(1_700_000_000_123);
    expect(new SystemClock().now()).toBe(1_700_000_000_123_000);
  });

  it('goes on while the machine’s stands still', () => {
    machine.mockReturnValue(1000);
    const clock = new SystemClock();
    expect([clock.now(), clock.now(), clock.now()]).toEqual([1_000_000, 1_000_001, 1_000_002]);
  });

  it('goes on while the machine’s is set back, until it has caught up', () => {
    const clock = new SystemClock();
    const told = [2000, 1000, 1001, 2000, 2001].map((milliseconds) => {
      machine.mockReturnValue(milliseconds);
      return clock.now();
    });
    expect(told).toEqual([2_000_000, 2_000_001, 2_000_002, 2_000_003, 2_001_000]);
  });

  it('only ever goes on, and never falls behind the machine’s', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (times) => {
        const clock = new SystemClock();
        let last = 0;
        for (const milliseconds of times) {
          machine.mockReturnValue(milliseconds);
          const now = clock.now();
          expect(now).toBeGreaterThan(last);
          expect(now).toBeGreaterThanOrEqual(milliseconds * 1000);
          expect(Number.isSafeInteger(now)).toBe(true);
          last = now;
        }
      }),
    );
  });
});
