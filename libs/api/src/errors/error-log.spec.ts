import { Logger } from '@nestjs/common';
import { NotFoundError, UnavailableError } from '@pennon/domain';
import { errorStatus } from './error-status';
import { logFailure } from './error-log';

const logger = new Logger('test');
let warned: jest.SpyInstance;
let failed: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: false });
  warned = jest.spyOn(logger, 'warn').mockReturnValue(undefined);
  failed = jest.spyOn(logger, 'error').mockReturnValue(undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function fail(error: unknown, id: string): void {
  logFailure(logger, errorStatus(error), error, { req: { id } });
}

function fullDisk(): Error {
  const cause = new Error('SQLITE_FULL: database or disk is full');
  return new UnavailableError('the database cannot be used at the moment', { cause });
}

test('a passing fault is one line without a stack, and then one in ten seconds that counts the others', () => {
  const reason = 'the database cannot be used at the moment (SQLITE_FULL: database or disk is full)';
  for (let call = 0; call < 50; call++) fail(fullDisk(), `${call}`);
  expect(warned.mock.calls).toEqual([[{ reason, req: { id: '0' } }, 'request failed']]);
  jest.advanceTimersByTime(10_001);
  fail(fullDisk(), 'later');
  expect(warned.mock.calls.slice(1)).toEqual([
    [{ reason, others: 49, req: { id: 'later' } }, 'request failed'],
  ]);
});

test('a cause that the message says already is told once', () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
  fail(new UnavailableError(`the server cannot be reached: ${cause.message}`, { cause }), '1');
  expect(warned.mock.calls).toEqual([
    [{ reason: `the server cannot be reached: ${cause.message}`, req: { id: '1' } }, 'request failed'],
  ]);
});

test('another fault has a line of its own', () => {
  fail(new UnavailableError('one fault'), '1');
  fail(new UnavailableError('another fault'), '2');
  expect(warned).toHaveBeenCalledTimes(2);
});

test('a bug is told each time, with its stack', () => {
  const bug = new Error('a bug');
  fail(bug, '1');
  fail(bug, '2');
  expect(failed.mock.calls).toEqual([
    [{ err: bug, req: { id: '1' } }, 'request failed'],
    [{ err: bug, req: { id: '2' } }, 'request failed'],
  ]);
});

test('a mistake of the caller is not logged', () => {
  fail(new NotFoundError('there is no such flag'), '1');
  expect([...warned.mock.calls, ...failed.mock.calls]).toEqual([]);
});
