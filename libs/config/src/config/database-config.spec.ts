import { resolve } from 'node:path';
import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test('the database is the file that the URL names, from the working directory', () => {
  const file = resolve('data/flags.db');
  const { db } = machine.load({ PENNON_DB_URL: 'sqlite://data/flags.db' }).config;
  expect(db).toMatchObject({ dialect: 'sqlite', file, location: file });
});

test('the database is on the server that the URL names', () => {
  const { db } = machine.load({ PENNON_DB_URL: 'postgres://me:hunter2@db/flags' }).config;
  expect(db).toMatchObject({
    dialect: 'postgres',
    location: 'postgres://db:5432/flags',
    primary: { host: 'db', user: 'me' },
    replicas: [],
  });
});

test('a file may be given in parts', () => {
  const { db } = machine.loadText('db: { protocol: file, host: /data, name: flags 100%.db }').config;
  expect(db).toMatchObject({ dialect: 'sqlite', file: '/data/flags 100%.db' });
});

test.each([
  ['postgres', 'postgres'],
  ['mysql', 'mysql'],
  ['cockroach', 'cockroachdb'],
  ['cockroachdb', 'cockroachdb'],
])('a server may be given in parts: %s', (protocol, dialect) => {
  const { db } = machine.load({
    PENNON_DB_PROTOCOL: protocol,
    PENNON_DB_HOST: 'db',
    PENNON_DB_PORT: '1234',
    PENNON_DB_NAME: 'flags',
    PENNON_DB_USER: 'm@e',
    PENNON_DB_PASSWORD: 'hunter2/%',
  }).config;
  if (db.dialect === 'sqlite') throw new Error('expected a server');
  expect(db).toMatchObject({ dialect, location: `${dialect}://db:1234/flags` });
  expect([db.primary.user, db.primary.password?.reveal()]).toEqual(['m@e', 'hunter2/%']);
});

test('parts that a file has not are refused, and parts beside a URL are named', () => {
  const parts = 'protocol: sqlite, host: /data, name: flags.db';
  expect(problemsOf(() => machine.loadText(`db: { ${parts}, port: 1, user: me, password: x }`))).toEqual(
    ['db.port', 'db.user', 'db.password'].map((key) => `${key}: means nothing for a file; delete it`),
  );
  expect(machine.loadText('db: { url: "file:x", host: db }', { PENNON_DB_PASSWORD: 'x' }).ignored).toEqual([
    'db.host',
    'db.password',
  ]);
});

test('a password without a user is not used', () => {
  const { db } = machine.loadText('db: { protocol: mysql, host: db, name: flags, password: hunter2 }').config;
  expect(db).toMatchObject({ primary: { user: undefined, password: undefined } });
});

test('a URL in parts needs all parts that matter, which are reported at once', () => {
  expect(problemsOf(() => machine.load({ PENNON_DB_USER: 'me' }))).toEqual([
    'db.protocol: non-empty value is required',
    'db.host: non-empty value is required',
    'db.name: non-empty value is required',
  ]);
});

test('no part is needed when there is a URL, even a bad one', () => {
  const parts = { PENNON_DB_USER: 'me', PENNON_DB_PORT: '5432' };
  expect(machine.load({ PENNON_DB_URL: 'file:/x.db', ...parts }).config.db.location).toBe('/x.db');
  expect(problemsOf(() => machine.load({ PENNON_DB_URL: 'file:', ...parts }))).toEqual([
    'db.url: names no file; use file:<path>',
  ]);
});

test('libSQL is refused', () => {
  const parts = { PENNON_DB_PROTOCOL: 'libsql', PENNON_DB_HOST: 'h', PENNON_DB_NAME: 'n' };
  expect(problemsOf(() => machine.load(parts))).toEqual([
    'db.protocol: is libSQL, which Pennon does not speak; use file',
  ]);
});

test('replicas are a list', () => {
  const urls = 'postgres://me:hunter2@one/flags postgres://me:hunter2@two/flags';
  const loaded = machine.load({ PENNON_DB_URL: 'postgres://db/flags', PENNON_DB_READ_URLS: urls });
  expect(loaded.config.db).toMatchObject({ replicas: [{ host: 'one' }, { host: 'two' }] });
  expect(JSON.stringify(loaded)).not.toContain('hunter2');
});

test.each([
  ['postgres://db/flags', 'mysql://db/flags'],
  ['file:/x.db', 'postgres://db/flags'],
])('replicas are of the same kind as the primary: not %s and %s', (url, replica) => {
  const env = { PENNON_DB_URL: url, PENNON_DB_READ_URLS: replica };
  expect(problemsOf(() => machine.load(env))).toEqual([
    'db.read_urls: must be replicas of the database of db.url',
  ]);
});
