import { UnavailableError } from '@pennon/domain';
import { QueryFailedError } from 'typeorm';
import { translateDriverError } from './driver-errors';

function driverError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

function failedQuery(code: string): QueryFailedError {
  return new QueryFailedError('SELECT 1', [], driverError(code));
}

describe('an error of the driver', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_LOCKED',
    'SQLITE_FULL',
    'SQLITE_IOERR',
    'SQLITE_READONLY',
    'SQLITE_CANTOPEN',
  ])('that says the file cannot be used now means unavailable, and is its cause: %s', (code) => {
    for (const error of [driverError(code), failedQuery(code)]) {
      expect(translateDriverError(error)).toEqual(
        new UnavailableError('the database cannot be used at the moment', { cause: error }),
      );
    }
  });

  it.each(['SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'SQLITE_MISUSE', 'ENOENT'])(
    'that means a bug stays what it is: %s',
    (code) => {
      for (const error of [driverError(code), failedQuery(code)])
        expect(translateDriverError(error)).toBe(error);
    },
  );
});

describe('an error of anything else', () => {
  it.each([new Error('no code'), Object.assign(new Error('a number'), { code: 5 }), 'text', undefined, null])(
    'stays what it is: %p',
    (error) => {
      expect(translateDriverError(error)).toBe(error);
    },
  );
});
