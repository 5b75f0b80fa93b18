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
  expect(machine.load({ PENNON_DB_URL: 'sqlite://data/flags.db' }).config.db.file).toBe(
    resolve('data/flags.db'),
  );
});

test('the URL may be given in parts', () => {
  const { db } = machine.loadText('db: { protocol: file, host: /data, name: flags 100%.db }').config;
  expect(db.file).toBe('/data/flags 100%.db');
  expect(db.url.reveal()).toBe('file:/data/flags 100%25.db');
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
  expect(machine.load({ PENNON_DB_URL: 'file:/x.db', ...parts }).config.db.file).toBe('/x.db');
  expect(problemsOf(() => machine.load({ PENNON_DB_URL: 'file:', ...parts }))).toEqual([
    'db.url: names no file; use file:<path>',
  ]);
});

test('a database that is not SQLite is refused', () => {
  expect(
    problemsOf(() =>
      machine.load({ PENNON_DB_PROTOCOL: 'postgres', PENNON_DB_HOST: 'h', PENNON_DB_NAME: 'n' }),
    ),
  ).toEqual(['db.protocol: is not supported by this version of Pennon; use file']);
});
