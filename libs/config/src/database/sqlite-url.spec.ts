import { sqliteFile } from './sqlite-url';

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
  ['file:pennon.db#part', 'pennon.db'],
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

test.each([
  ['file:', 'names no file; use file:<path>'],
  ['file://?mode=rwc', 'names no file; use file:<path>'],
  ['file:/var/opt/hunter2/', 'names a directory; use file:<path>'],
  ['file:hunter2%zz', 'has a % that begins no percent-encoded character; write it as %25'],
])('%s is refused without being quoted', (url, reason) => {
  expect(() => sqliteFile(url)).toThrow(new Error(reason));
});
