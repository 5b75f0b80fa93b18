import { Logger } from '@nestjs/common';
import { ResourceExhaustedError, UnauthenticatedError, UnavailableError } from '@pennon/domain';
import { manualPerformanceForEachTest } from '../../../../test/support/manual-performance';
import { FailureLimit } from './rate-limit';

const time = manualPerformanceForEachTest();
let warned: jest.SpyInstance;

beforeEach(() => {
  warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
});

const refused = new UnauthenticatedError();

/** What so many failures of one address are answered with, in short. */
function answers(limit: FailureLimit, count: number, address = '192.0.2.1'): readonly string[] {
  return Array.from({ length: count }, () =>
    limit.count(address, refused) instanceof ResourceExhaustedError ? '429' : '401',
  );
}

describe('failures of one address within a minute', () => {
  it('are told apart from others once there are too many', () => {
    expect(answers(new FailureLimit(3), 5)).toEqual(['401', '401', '401', '429', '429']);
  });

  it('do not count against another address', () => {
    const limit = new FailureLimit(1);
    answers(limit, 5);
    expect(answers(limit, 2, '192.0.2.2')).toEqual(['401', '429']);
  });

  it('count against the whole network of an IPv6 address', () => {
    const limit = new FailureLimit(1);
    answers(limit, 1, '2001:db8::1');
    expect(answers(limit, 1, '2001:db8::2')).toEqual(['429']);
    expect(answers(limit, 1, '2001:db8:0:1::2')).toEqual(['401']);
  });

  it('are forgotten a minute after the first, however many followed', () => {
    const limit = new FailureLimit(1);
    answers(limit, 5);
    time.pass(59_999);
    expect(answers(limit, 1)).toEqual(['429']);
    time.pass(2);
    expect(answers(limit, 2)).toEqual(['401', '429']);
  });

  it('say how many seconds are left until then', () => {
    const limit = new FailureLimit(1);
    answers(limit, 1);
    const left = [0, 1, 30_000, 29_000, 998].map((ms) => {
      time.pass(ms);
      return limit.count('192.0.2.1', refused);
    });
    expect(left).toMatchObject([60, 60, 30, 1, 1].map((retryAfterS) => ({ retryAfterS })));
  });

  it('may be without bounds', () => {
    expect(new Set(answers(new FailureLimit(0), 1000))).toEqual(new Set(['401']));
  });

  it('are logged once, when they become too many, and not call by call', () => {
    const limit = new FailureLimit(2);
    answers(limit, 1000);
    expect(warned.mock.calls).toEqual([[{ address: '192.0.2.1' }, 'too many failed attempts']]);
    expect(limit.count('192.0.2.1', refused)).toMatchObject({ isRoutine: true });
  });
});

describe('an error of another kind', () => {
  it('is no failure, and stays as it is', () => {
    const limit = new FailureLimit(1);
    const outage = new UnavailableError('away');
    for (let index = 0; index < 10; index++) expect(limit.count('192.0.2.1', outage)).toBe(outage);
    expect(answers(limit, 1)).toEqual(['401']);
  });
});

describe('an attempt that takes its time', () => {
  it('counts when it fails', async () => {
    const limit = new FailureLimit(1);
    await expect(limit.watch('192.0.2.1', Promise.reject(refused))).rejects.toBe(refused);
    await expect(limit.watch('192.0.2.1', Promise.reject(refused))).rejects.toThrow(ResourceExhaustedError);
  });

  it('of a good credential succeeds, whatever came from its address before', async () => {
    const limit = new FailureLimit(1);
    answers(limit, 100);
    expect(await limit.watch('192.0.2.1', Promise.resolve('good'))).toBe('good');
  });
});
