import { databaseAt, serverUrl } from './database-url';

test.each([
  ['file:/data/flags.db', { file: '/data/flags.db' }],
  ['sqlite3:flags.db', { file: 'flags.db' }],
  ['postgres://db/flags', { server: { dialect: 'postgres', port: 5432 } }],
  ['postgresql://db/flags', { server: { dialect: 'postgres' } }],
  ['mysql://db/flags', { server: { dialect: 'mysql', port: 3306 } }],
  ['mariadb://db/flags', { server: { dialect: 'mysql' } }],
  ['cockroachdb://db/flags', { server: { dialect: 'cockroachdb', port: 26_257 } }],
  ['cockroach://db/flags', { server: { dialect: 'cockroachdb' } }],
  ['crdb://db/flags', { server: { dialect: 'cockroachdb' } }],
  ['POSTGRES://db/flags', { server: { dialect: 'postgres' } }],
])('%s is a database', (url, place) => {
  expect(databaseAt(url)).toMatchObject(place);
});

const usage = 'use file:<path>, postgres://, mysql:// or cockroachdb://';

test.each([
  ['libsql://file:/hunter2.db', `libsql is libSQL, which Pennon does not speak; ${usage}`],
  ['https://hunter2.turso.io?authToken=x', `https is libSQL, which Pennon does not speak; ${usage}`],
  ['hunter2://db', `${usage}, such as file:/var/opt/pennon/pennon.db`],
  ['/var/opt/hunter2.db', `${usage}, such as file:/var/opt/pennon/pennon.db`],
  [':memory:', `${usage}, such as file:/var/opt/pennon/pennon.db`],
])('%s is refused without being quoted', (url, reason) => {
  expect(() => databaseAt(url)).toThrow(new Error(reason));
});

test('a file has no replicas', () => {
  expect(() => serverUrl.parse('file:/data/flags.db')).toThrow('a file has no replicas');
});
