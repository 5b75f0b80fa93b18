import { InvalidValueError, type Kind, scalar, unexpected } from '../kinds/kind';
import { duration, integer, port, positiveDuration } from '../kinds/number';
import { optional, type Section, setting } from '../kinds/setting';
import { secret, text } from '../kinds/text';
import { boolean, listOf, oneOf } from '../kinds/words';

/** `host:port`; an IPv6 address stands in brackets. Returned as it was given. */
const hostAndPort: Kind<string> = scalar('`host:port`', (given) => {
  const [, port = ''] = /^(?:\[[\da-fA-F:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/.exec(given) ?? [];
  if (port === '' || Number(port) > 65_535) throw unexpected('expected host:port', given);
  return given;
});

/** What keys in a store that others use as well begin with: 1–64 characters, none of them white space. */
const keyPrefix: Kind<string> = scalar('1–64 characters', (given) => {
  if (!/^[!-~]{1,64}$/.test(given)) {
    throw new InvalidValueError('expected 1 to 64 letters, digits and signs of ASCII, without white space');
  }
  return given;
});

/** The URL of a Redis server. No message holds a part of it, since a mistaken URL may hold a password. */
const redisUrl: Kind<string> = scalar('`redis://` or `rediss://` URL', (url) => {
  if (!/^rediss?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new InvalidValueError('expected redis://host:port, or rediss://host:port for TLS');
  }
  const { hostname, pathname } = new URL(url);
  if (hostname === '') throw new InvalidValueError('names no host');
  if (!/^(\/\d*)?$/.test(pathname))
    throw new InvalidValueError('must end in the number of a database, or nothing');
  return url;
});

/** The Redis that instances share, of `cache.backend: redis`. */
const redisSettings = {
  url: optional(secret(redisUrl), {
    description:
      'Redis, as `redis://[[user]:password@]host[:port][/db]`, or `rediss://` for TLS. When it is set, `host`, ' +
      '`port`, `username`, `password` and `db` are not used. For `single` mode.',
  }),
  host: setting(text, { default: 'localhost', description: 'Host of Redis.' }),
  port: setting(port, { default: '6379', description: 'Port of Redis.' }),
  username: optional(text, { description: 'User of Redis.' }),
  password: optional(secret(text), { description: 'Password of Redis.' }),
  db: setting(integer({ min: 0 }), {
    default: '0',
    description: 'Number of the logical database. A cluster has only one.',
  }),
  prefix: setting(keyPrefix, {
    default: 'pennon',
    description:
      'What the names of keys and of the channel begin with, before a colon. Deployments that share a Redis take ' +
      'different ones.',
  }),
  mode: setting(oneOf(['single', 'cluster', 'sentinel']), {
    default: 'single',
    description: 'One server, a cluster, or a server that sentinels name.',
  }),
  nodes: setting(
    listOf(hostAndPort, { type: 'list of `host:port`, commas separate too', separator: /[\s,]+/ }),
    {
      default: '',
      description:
        'Where a cluster, or where sentinels are looked for; `host` and `port` are the only place when it is empty.',
    },
  ),
  sentinelName: optional(text, { description: 'Name of the server that sentinels are asked for.' }),
  sentinelPassword: optional(secret(text), { description: 'Password of the sentinels.' }),
  netTimeout: setting(positiveDuration({ max: '10s' }), {
    default: '500ms',
    description:
      'Longest wait for a connection, and for an answer. After a failure Redis is left alone for a second.',
  }),
  requireTls: setting(boolean, { default: 'false', description: 'Speak TLS, 1.2 or later.' }),
  caCertPath: optional(text, {
    whenAbsent: 'the authorities that Node.js trusts',
    description: 'File of the certificate authority that has signed the certificate of Redis; PEM.',
  }),
  // PEM ends with a line break.
  caCertBytes: optional(
    scalar('text', (pem) => pem),
    {
      description: 'The certificate authority itself, in place of the file; PEM.',
    },
  ),
  insecureSkipTls: setting(boolean, {
    default: 'false',
    description:
      'Accept any certificate. Anyone who can get between Pennon and Redis can then read and write it.',
  }),
  poolSize: setting(integer({ min: 0 }), {
    default: '0',
    isIgnored: true,
    description: 'Most connections. All commands share one, and changes are heard on another.',
  }),
  minIdleConn: setting(integer({ min: 0 }), {
    default: '0',
    isIgnored: true,
    description: 'Idle connections that are kept. There is one connection, and it stays open.',
  }),
  connMaxIdleTime: setting(duration(), {
    default: '0s',
    isIgnored: true,
    description: 'How long a connection may be idle. There is one connection, and it stays open.',
  }),
} as const satisfies Section;

/** Answering from what is at hand. Rules between these settings are in `check-backing-services.ts`. */
export const cacheSettings = {
  enabled: setting(boolean, {
    default: 'false',
    description:
      'Answer evaluation from the snapshot at hand, without asking the database each time whether there is a newer ' +
      'one; `cache.ttl` then bounds how old an answer may be. Not needed with SQLite, where it changes nothing.',
  }),
  backend: setting(oneOf(['memory', 'redis']), {
    default: 'memory',
    description:
      'With `memory` an instance has its own snapshots at hand and nothing else. With `redis`, instances also find ' +
      'the documents that snapshots are made of in a Redis that they share, and tell each other of changes through ' +
      'it. An answer never depends on Redis: without it, documents come from the database and changes are polled.',
  }),
  ttl: setting(positiveDuration(), {
    default: '60s',
    description:
      'Longest time that evaluation may go on with what has changed since, and that a document stays in Redis. ' +
      'OFREP clients are told to poll at this interval.',
  }),
  memory: {
    evictionInterval: setting(duration(), {
      default: '5m',
      isIgnored: true,
      description:
        'Has no effect, because snapshots are replaced and do not expire. Accepted so that configuration of Flipt works.',
    }),
  },
  redis: redisSettings,
} as const satisfies Section;
