import { sqliteFile } from './database-url';

test.each([
  ['file:pennon.db', 'pennon.db'],
  ['file:./data/pennon.db', './data/pennon.db'],
  ['file:/var/opt/pennon/pennon.db', '/var/opt/pennon/pennon.db'],
  ['file:///var/opt/pennon/pennon.db', '/var/opt/pennon/pennon.db'],
  ['file://data/pennon.db', 'data/pennon.db'],
  ['sqlite:pennon.db', 'pennon.db'],
  ['sqlite:///tmp/pennon.db', '/tmp/pennon.db'],
  ['sqlite3://pennon.db', 'pennon.db'],
  ['FILE:pennon.db', 'pennon.db'],
  ['file:pennon.db?cache=shared&mode=rwc', 'pennon.db'],
  ['file:/var/opt/flipt/flipt.db?_fk=true&_busy_timeout=5000', '/var/opt/flipt/flipt.db'],
  ['file:/data/team%231%3F.db', '/data/team#1?.db'],
  ['file:/data/me@here:1.db', '/data/me@here:1.db'],
  ['file://./localhost/pennon.db', './localhost/pennon.db'],
  ['file:/Users/me/Application Support/pennon.db', '/Users/me/Application Support/pennon.db'],
  ['file:/data/100%25/a%20b.db', '/data/100%/a b.db'],
])('%s names %s', (url, file) => {
  expect(sqliteFile(url)).toBe(file);
});

test.each(['file::memory:', 'sqlite://:memory:', 'file:pennon.db?cache=shared&mode=memory'])(
  '%s is refused, since connections would not share it',
  (url) => {
    expect(() => sqliteFile(url)).toThrow('a database in memory cannot be used');
  },
);

const mode =
  'has a mode other than rwc: files are read, written and created; storage.read_only refuses changes of flags';
const unknown =
  'has a parameter that is not known; known are mode, cache, _fk, _foreign_keys, _busy_timeout, _timeout, _journal, ' +
  '_journal_mode, _sync, _synchronous, _txlock, _loc, _mutex, and a ? in the name of a file is to be written as %3F';

test.each([
  ['file:', 'names no file; use file:<path>'],
  ['file://?mode=rwc', 'names no file; use file:<path>'],
  ['file:/var/opt/hunter2/', 'names a directory; use file:<path>'],
  ['file:/data/team#1.db', 'has a # that is not percent-encoded; write it as %23'],
  ['sqlite:team.db?cache=shared#', 'has a # that is not percent-encoded; write it as %23'],
  ['file:/data/team?1.db', unknown],
  ['file:pennon.db?cache=shared&hunter2=1', unknown],
  ['file:pennon.db?immutable=1', unknown],
  ['file:pennon.db?mode=ro', mode],
  ['file:pennon.db?mode=rw', mode],
  ['file://localhost/var/pennon.db', 'names a host, which a file has not; use file:<path>'],
  ['file://hunter2:80/var/pennon.db', 'names a host, which a file has not; use file:<path>'],
  ['file://me:hunter2@db/pennon.db', 'names a user, which a file has not; use file:<path>'],
  ['file:hunter2%zz', 'has a % that begins no percent-encoded character; write it as %25'],
])('%s is refused without being quoted', (url, reason) => {
  expect(() => sqliteFile(url)).toThrow(new Error(reason));
});
