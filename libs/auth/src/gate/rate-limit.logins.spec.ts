import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { ResourceExhaustedError } from '@pennon/domain';
import { LoginLimit } from './rate-limit';

describe('the limit on logins', () => {
  /** What the cache reads; it takes a beginning at zero for none. */
  let now: number;
  let warn: jest.SpyInstance;

  beforeEach(() => {
    jest.useFakeTimers();
    now = 1;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  function pass(milliseconds: number): void {
    now += milliseconds;
    // The cache keeps the time for a moment.
    jest.runOnlyPendingTimers();
  }

  function take(limit: LoginLimit, steps: number, address = 'a'): void {
    for (let step = 0; step < steps; step++) limit.assertAllowed(address);
  }

  function refusalBy(limit: LoginLimit, address: string): unknown {
    try {
      limit.assertAllowed(address);
    } catch (error) {
      return error;
    }
    return undefined;
  }

  it('lets as many steps pass as it says, for each address, and not one more', () => {
    const limit = new LoginLimit(20);
    take(limit, 20);
    const oneMore = (): void => {
      limit.assertAllowed('a');
    };
    expect(oneMore).toThrow(ResourceExhaustedError);
    expect(oneMore).toThrow('too many logins from this address');
    take(limit, 20, 'b');
  });

  it('starts anew a minute after the first step, however many were refused since', () => {
    const limit = new LoginLimit(2);
    take(limit, 2);
    pass(59_000);
    expect(() => {
      limit.assertAllowed('a');
    }).toThrow();
    pass(1_001);
    take(limit, 2);
  });

  it('is told of once a minute for each address, however often it refuses', () => {
    const limit = new LoginLimit(1);
    for (const address of ['a', 'b']) {
      take(limit, 1, address);
      for (let more = 0; more < 5; more++) {
        expect(refusalBy(limit, address)).toMatchObject({ isRoutine: true });
      }
    }
    expect(warn.mock.calls.map(([facts]) => facts as unknown)).toEqual([{ address: 'a' }, { address: 'b' }]);
  });

  it('is none when it is 0', () => {
    take(new LoginLimit(0), 1000);
  });
});
