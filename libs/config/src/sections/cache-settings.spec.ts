import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

/** A configuration in which Redis is used, and this. */
function withRedis(text: string): string {
  return `cache: { enabled: true, backend: redis, redis: { ${text} } }`;
}

test('the cache is off, in memory, for a minute, unless told otherwise', () => {
  expect(machine.load().config.cache).toMatchObject({ enabled: false, backend: 'memory', ttl: 60_000 });
  expect(machine.load().config.cache.redis).toMatchObject({
    url: undefined,
    host: 'localhost',
    port: 6379,
    username: undefined,
    password: undefined,
    db: 0,
    prefix: 'pennon',
    mode: 'single',
    netTimeout: 500,
    requireTls: false,
  });
});

test.each([
  ['cache: { backend: memcached }', 'cache.backend: expected one of memory, redis'],
  ['cache: { ttl: 0s }', 'cache.ttl: positive non-zero duration required'],
  ['cache: { ttl: -1s }', 'cache.ttl: positive non-zero duration required'],
  ['cache: { redis: { mode: ring } }', 'cache.redis.mode: expected one of single, cluster, sentinel'],
  ['cache: { redis: { db: -1 } }', 'cache.redis.db: must be at least 0'],
  [
    'cache: { redis: { prefix: "a b" } }',
    'cache.redis.prefix: expected 1 to 64 letters, digits and signs of ASCII, without white space',
  ],
  ['cache: { redis: { net_timeout: 11s } }', 'cache.redis.net_timeout: must be at most 10s'],
  ['cache: { redis: { nodes: "a:1, b" } }', 'cache.redis.nodes: expected host:port, got b'],
  ['cache: { redis: { nodes: "a:65536" } }', 'cache.redis.nodes: expected host:port, got a:65536'],
  [
    'cache: { redis: { nodes: "user:hunter2@a:1" } }',
    'cache.redis.nodes: expected host:port, got user:hunter2@a:1',
  ],
])('%s is refused', (text, problem) => {
  expect(problemsOf(() => machine.loadText(text))).toEqual([problem]);
});

test.each(['redis://h', 'redis://h:1/0', 'rediss://user:secret@h:1/15', 'redis://:secret@[::1]:6379/'])(
  '%s is the URL of a Redis',
  (url) => {
    const { config } = machine.loadText(withRedis(`url: "${url}"`));
    expect(config.cache.redis.url?.reveal()).toBe(url);
    expect(JSON.stringify(config.cache)).not.toContain('secret@');
  },
);

test.each([
  ['http://hunter2', 'expected redis://host:port, or rediss://host:port for TLS'],
  ['redis://hunter2:hunter2@', 'expected redis://host:port, or rediss://host:port for TLS'],
  ['redis:///1', 'names no host'],
  ['redis://h/hunter2', 'must end in the number of a database, or nothing'],
])('%s is none, and is not quoted', (url, reason) => {
  const failure = failureOf(() => machine.loadText(withRedis(`url: "${url}"`)));
  expect(failure.problems.map((problem) => problem.reason)).toEqual([reason]);
  expect(failure.message).not.toContain('hunter2');
});

test('the places of a cluster are separated by commas or white space', () => {
  const { redis } = machine.loadText(withRedis('mode: cluster, nodes: "a:1, [::1]:2  c.d:3"')).config.cache;
  expect(redis.nodes).toEqual(['a:1', '[::1]:2', 'c.d:3']);
});

test.each([
  [
    'ca_cert_path: /nowhere, ca_cert_bytes: x',
    [
      'cache.redis.ca_cert_path: please provide exclusively one of ca_cert_bytes or ca_cert_path',
      'cache.redis.ca_cert_path: names no file',
    ],
  ],
  ['mode: sentinel', ['cache.redis.sentinel_name: non-empty value is required']],
  ['mode: cluster, url: "redis://h"', ['cache.redis.url: names one server; with mode cluster, set nodes']],
])('settings that do not go together are refused where Redis is used: %s', (text, problems) => {
  expect(problemsOf(() => machine.loadText(withRedis(text)))).toEqual(problems);
  expect(machine.loadText(`cache: { redis: { ${text} } }`).config.cache.enabled).toBe(false);
});

test('what one connection makes needless is accepted, and named', () => {
  const text = withRedis('pool_size: 10, min_idle_conn: 1, conn_max_idle_time: 30m');
  expect(machine.loadText(text).ignored).toEqual([
    'cache.redis.pool_size',
    'cache.redis.min_idle_conn',
    'cache.redis.conn_max_idle_time',
  ]);
});
