import { UnavailableError } from '@pennon/domain';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { isConnectionLost, isOutOfSpace, isUniqueConflict, translateDriverError } from './driver-errors';

function driverError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

function mysqlError(code: string, errno: number, message: string): Error {
  return Object.assign(new Error(message), { code, errno });
}

function failedQuery(code: string): QueryFailedError {
  return new QueryFailedError('SELECT 1', [], driverError(code));
}

describe('an error of the driver', () => {
  it.each(['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_CANTOPEN'])(
    'that says the file cannot be used now means unavailable, and is its cause: %s',
    (code) => {
      for (const error of [driverError(code), failedQuery(code)]) {
        expect(translateDriverError(error)).toEqual(
          new UnavailableError('the database cannot be used at the moment', { cause: error }),
        );
      }
    },
  );

  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['08006', '53300', '53200', '57P01', '57P02', '57P03', '57014', '25006', '28P01', '3D000'],
    ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', 'ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN'],
    ...['ER_OPTION_PREVENTS_STATEMENT', 'ER_ACCESS_DENIED_ERROR'],
  ])('that says the server cannot be used now means unavailable, and is its cause: %s', (code) => {
    for (const error of [driverError(code), failedQuery(code)]) {
      expect(translateDriverError(error)).toEqual(
        new UnavailableError('the database cannot be used at the moment', { cause: error }),
      );
    }
  });

  it.each([
    ...['SQLITE_FULL', '53100', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL'].map(driverError),
    mysqlError('EE_WRITE', 3, `Error writing file './flags/x.MAI' (Errcode: 28 "No space left on device")`),
    mysqlError('ER_ERROR_ON_WRITE', 1026, `Error writing file 'x' (errno: 122 "Disk quota exceeded")`),
    mysqlError('ER_GET_ERRNO', 1030, `Got error 28 "No space left on device" from storage engine InnoDB`),
  ])('that says the disk is full says so: %s', (error) => {
    expect(translateDriverError(error)).toEqual(
      new UnavailableError('the disk of the database is full: nothing can be written until it has space', {
        cause: error,
      }),
    );
  });

  it.each([
    mysqlError('EE_WRITE', 3, `Error writing file './flags/x.MAI' (Errcode: 5 "Input/output error")`),
    mysqlError('ER_DUP_ENTRY', 1062, `Duplicate entry 'error 28' for key 'PRIMARY'`),
  ])('that says something else of a file does not: %s', (error) => {
    expect(isOutOfSpace(error)).toBe(false);
  });

  it('that says the file may only be read says so', () => {
    const cause = driverError('SQLITE_READONLY');
    const error = translateDriverError(cause);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: expect.stringContaining('may only be read'), cause });
  });

  it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])('that says the file is damaged says so: %s', (code) => {
    expect(translateDriverError(driverError(code))).toEqual(
      new UnavailableError('the database file is damaged; see the log'),
    );
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Pool is closed.',
  ])('without a code is told by its message: %s', (message) => {
    const error = new QueryFailedError('SELECT 1', [], new Error(message));
    expect(translateDriverError(error)).toBeInstanceOf(UnavailableError);
    expect(isConnectionLost(error)).toBe(true);
  });

  it.each(['40001', '40P01', '55P03', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'])(
    'that says others were in the way means unavailable, for a while: %s',
    (code) => {
      expect(translateDriverError(failedQuery(code))).toEqual(
        new UnavailableError('the database is busy with changes of the same; try again later'),
      );
    },
  );

  it.each(['22021', '22P05'])('that says a NUL cannot be stored means the input is wrong: %s', (code) => {
    expect(translateDriverError(failedQuery(code))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it.each(['SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'SQLITE_MISUSE', '42601', '23502', 'ER_PARSE_ERROR'])(
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
  const name = { table: 'things', column: 'name', index: 'things_name' };
  const message = 'SQLITE_CONSTRAINT: UNIQUE constraint failed: things.name';

  function failure(text: string): QueryFailedError {
    return new QueryFailedError('INSERT', [], Object.assign(new Error(text), { code: 'SQLITE_CONSTRAINT' }));
  }

  it('is told by the table and the column', () => {
    expect(isUniqueConflict(failure(message), name)).toBe(true);
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
    expect(isUniqueConflict(failure(text), name)).toBe(false);
  });

  function conflict(code: string, more: object): QueryFailedError {
    return new QueryFailedError('INSERT', [], Object.assign(new Error('it is taken'), { code }, more));
  }

  it.each([
    ['PostgreSQL', { table: 'things', detail: 'Key (name)=(a) already exists.' }, true],
    ['PostgreSQL in German', { table: 'things', detail: 'Schlüssel »(name)=(a)« existiert bereits.' }, true],
    ['another table', { table: 'others', detail: 'Key (name)=(a) already exists.' }, false],
    ['another column', { table: 'things', detail: 'Key (id)=(a) already exists.' }, false],
    ['several columns', { table: 'things', detail: 'Key (id, name)=(a, b) already exists.' }, false],
    ['another column of such a value', { table: 'things', detail: 'Key (id)=((name)=(a) already' }, false],
  ])('is told by the table and the column: %s', (_, more, expected) => {
    expect(isUniqueConflict(conflict('23505', more), name)).toBe(expected);
  });

  it.each([
    ['MySQL', "Duplicate entry 'a' for key 'things.things_name'", true],
    ['MariaDB', "Duplicate entry 'a' for key 'things_name'", true],
    ['another index', "Duplicate entry 'a' for key 'things.PRIMARY'", false],
    ['an index of such an end', "Duplicate entry 'a' for key 'my_things_name'", false],
    ['a value of such a name', "Duplicate entry 'things_name' for key 'PRIMARY'", false],
  ])('is told by the name of its index: %s', (_, words, expected) => {
    expect(isUniqueConflict(conflict('ER_DUP_ENTRY', { message: words }), name)).toBe(expected);
  });

  it.each([message, undefined, null, {}, new Error('things.name')])(
    'is nothing else that is thrown: %p',
    (error) => {
      expect(isUniqueConflict(error, name)).toBe(false);
    },
  );
});

it.each([new QueryRunnerAlreadyReleasedError(), new QueryRunnerProviderAlreadyReleasedError()])(
  'a connection that the ORM has let go of, because it ended between two statements, is lost: $name',
  (error) => {
    expect(translateDriverError(error)).toEqual(
      new UnavailableError('the database cannot be used at the moment', { cause: error }),
    );
  },
);
