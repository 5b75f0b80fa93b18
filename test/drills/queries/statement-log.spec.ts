import { StatementLog } from './statement-log';

let executed: string[];
let log: StatementLog;

beforeEach(() => {
  executed = [];
  log = new StatementLog((sql) => executed.push(sql));
});

/** A message as it goes over the wire. @param type `''` for one that opens a connection. */
function message(type: string, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, bytes]);
}

/** The payload of a message that opens a connection. */
function code(number: number, rest = ''): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return Buffer.concat([bytes, Buffer.from(rest)]);
}

const startup = message('', code(196_608, 'user\0root\0\0'));

it('a simple query is a statement', () => {
  log.take(Buffer.concat([startup, message('p', 'password\0'), message('Q', 'SELECT 1\0')]));
  expect(executed).toEqual(['SELECT 1']);
});

it('a statement with parameters is one when it is executed', () => {
  log.take(startup);
  log.take(message('P', '\0SELECT $1\0\0\0'));
  log.take(message('B', '\0\0\0\0'));
  log.take(message('D', 'P\0'));
  expect(executed).toEqual([]);
  log.take(message('E', '\0\0\0\0\0'));
  log.take(message('S', ''));
  expect(executed).toEqual(['SELECT $1']);
});

it('a prepared statement is one each time it is executed', () => {
  log.take(startup);
  log.take(message('P', 'mine\0SELECT $1\0\0\0'));
  for (let time = 0; time < 3; time++) {
    log.take(Buffer.concat([message('B', '\0mine\0\0\0'), message('E', '\0\0\0\0\0'), message('S', '')]));
  }
  expect(executed).toEqual(['SELECT $1', 'SELECT $1', 'SELECT $1']);
});

it('a connection may begin with a request for encryption', () => {
  log.take(message('', code(80_877_103)));
  log.take(startup);
  log.take(message('Q', 'LISTEN a\0'));
  expect(executed).toEqual(['LISTEN a']);
});

it('messages come in any pieces', () => {
  const all = Buffer.concat([startup, message('Q', 'SELECT 1\0'), message('Q', 'SELECT ’2’\0')]);
  for (const byte of all) log.take(Buffer.of(byte));
  expect(executed).toEqual(['SELECT 1', 'SELECT ’2’']);
});
