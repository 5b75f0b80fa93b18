import { eachPlace, serverAddress, serverAddressOf } from './server-url';

test('a URL is taken apart', () => {
  const address = serverAddressOf('postgres', 'postgres://user:pass@host:5433/flags?sslmode=disable');
  expect(address).toMatchObject({
    dialect: 'postgres',
    host: 'host',
    port: 5433,
    database: 'flags',
    user: 'user',
    tls: { mode: 'disable' },
    location: 'postgres://host:5433/flags',
  });
  expect(address.password?.reveal()).toBe('pass');
});

test('reserved characters are percent-encoded in user, password and name', () => {
  const address = serverAddressOf('mysql', 'mysql://m%40e:p%2Fa%3Fs%23s%25@host/fl%20ags');
  expect(address).toMatchObject({ user: 'm@e', database: 'fl ags' });
  expect(address.password?.reveal()).toBe('p/a?s#s%');
});

test('several hosts are tried in this order, each with its port, as one user', () => {
  const address = serverAddressOf('postgres', 'postgres://me:p,w@a,b:5433,[::1]:5434/flags?sslmode=require');
  expect(address).toMatchObject({
    host: 'a',
    port: 5432,
    location: 'postgres://a:5432,b:5433,[::1]:5434/flags',
  });
  expect(eachPlace(address).map(({ host, port }) => [host, port])).toEqual([
    ['a', 5432],
    ['b', 5433],
    ['::1', 5434],
  ]);
  for (const place of eachPlace(address)) {
    expect(place).toMatchObject({ user: 'me', database: 'flags', others: [], tls: { mode: 'require' } });
    expect(place.password?.reveal()).toBe('p,w');
  }
  expect(eachPlace(address)[1]?.location).toBe('postgres://b:5433/flags');
});

test('user, password and port may be missing', () => {
  expect(serverAddressOf('cockroachdb', 'cockroachdb://host/defaultdb')).toMatchObject({
    user: undefined,
    password: undefined,
    port: 26_257,
  });
});

test.each([
  ['postgres', 'postgres://[::1]:5432/flags', '::1', 'postgres://[::1]:5432/flags'],
  ['postgres', 'postgres://%2Fvar%2Frun/flags', '/var/run', 'postgres:///var/run/flags'],
  ['postgres', 'postgres:///flags?host=/var/run', '/var/run', 'postgres:///var/run/flags'],
  [
    'mysql',
    'mysql://host/flags?socket=/run/mysqld.sock',
    '/run/mysqld.sock',
    'mysql:///run/mysqld.sock/flags',
  ],
] as const)('%s at %s is on %s', (dialect, url, host, location) => {
  expect(serverAddressOf(dialect, url)).toMatchObject({ host, location });
});

test('parameters of other drivers are passed over, and those of the server are kept', () => {
  const url = 'postgres://host/flags?default_query_exec_mode=simple_protocol&options=-csearch_path%3Dflags';
  expect(serverAddressOf('postgres', url).options).toBe('-csearch_path=flags');
});

test.each([
  ['postgres://a,/flags', 'names no host; use postgres://user:password@host:5432/name'],
  [
    'postgres://a:1,b:x/flags',
    'expected a URL; use postgres://user:password@host:5432/name, with reserved characters percent-encoded',
  ],
  ['postgres:///flags', 'names no host; use postgres://user:password@host:5432/name'],
  ['postgres://host', 'names no database; use postgres://user:password@host:5432/name'],
  ['postgres://host/', 'names no database; use postgres://user:password@host:5432/name'],
  ['postgres://host/flags?port=70000', 'has a port that is not between 0 and 65535'],
  ['postgres://me:hunter2#x@host/flags', 'names no database; use postgres://user:password@host:5432/name'],
  ['postgres://host/flags#hunter2', 'has a # that is not percent-encoded; write it as %23'],
  ['postgres://me:hunter2%@host/flags', 'has a % that begins no percent-encoded character; write it as %25'],
  [
    'postgres://host/flags?sslmode=maybe',
    'has an unknown sslmode; use disable, prefer, require, verify-ca or verify-full',
  ],
  ['postgres://host/flags?sslcert=/hunter2', 'needs both sslcert and sslkey, or neither'],
])('%s is refused without being quoted', (url, reason) => {
  let message = '';
  try {
    serverAddressOf('postgres', url);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).not.toContain('hunter2');
  // What has a # in its password ends there, whatever else is found to be wrong with the rest.
  if (url.includes('#x@')) expect(message).not.toBe('');
  else expect(message).toBe(reason);
});

test('a parameter that is not known is refused without being quoted, for it may be the rest of a password', () => {
  const refusal = expect(() => serverAddressOf('postgres', 'postgres://host/flags?hunter2@db=1'));
  refusal.toThrow(/^has a parameter that is not known; known are sslmode, /);
  refusal.not.toThrow(/hunter2/);
});

test.each(['127.0.0.1', '[::1]'])('the host of a MySQL at %s is not said to be verified', (address) => {
  const parse = (scheme: 'mysql' | 'postgres', mode: string): unknown =>
    serverAddressOf(scheme, `${scheme}://${address}/flags?sslmode=${mode}`);
  expect(() => parse('mysql', 'verify-full')).toThrow(/^has sslmode=verify-full with an address, /);
  expect(parse('mysql', 'verify-ca')).toMatchObject({ tls: { mode: 'verify-ca' } });
  expect(parse('postgres', 'verify-full')).toMatchObject({ tls: { mode: 'verify-full' } });
});

test('an address in parts needs no encoding', () => {
  const parts = { host: 'host', port: 0, database: 'fl/ags', user: 'm@e', password: undefined };
  expect(serverAddress('mysql', parts)).toMatchObject({ user: 'm@e', database: 'fl/ags', port: 3306 });
});
