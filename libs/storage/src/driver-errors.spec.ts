import { UnavailableError } from '@pennon/domain';
import { QueryFailedError } from 'typeorm';
import { isUniqueConflict, translateDriverError } from './driver-errors';

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

describe('a conflict over a value that is to be unique', () => {
  const message = 'SQLITE_CONSTRAINT: UNIQUE constraint failed: things.name';

  function failure(text: string): QueryFailedError {
    return new QueryFailedError('INSERT', [], Object.assign(new Error(text), { code: 'SQLITE_CONSTRAINT' }));
  }

  it('is told by the table and the column', () => {
    expect(isUniqueConflict(failure(message), 'things', 'name')).toBe(true);
  });

  it.each([
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: things.id',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: other_things.name',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: things.name_too',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: things.name, things.id',
    'SQLITE_CONSTRAINT: NOT NULL constraint failed: things.name',
    'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed',
    'SQLITE_BUSY: database is locked',
  ])('is not any other failure: %s', (text) => {
    expect(isUniqueConflict(failure(text), 'things', 'name')).toBe(false);
  });

  it.each([message, undefined, null, {}, new Error('things.name')])(
    'is nothing else that is thrown: %p',
    (error) => {
      expect(isUniqueConflict(error, 'things', 'name')).toBe(false);
    },
  );
});
