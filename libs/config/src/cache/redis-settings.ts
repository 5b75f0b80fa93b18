import { boolean } from '../kinds/boolean';
import { duration, positiveDuration } from '../kinds/duration';
import { integer, port } from '../kinds/integer';
import { listOf } from '../kinds/list';
import { oneOf } from '../kinds/one-of';
import { secret } from '../kinds/secret';
import { lineText, text } from '../kinds/text';
import { optional, type Section, setting } from '../setting';
import { hostAndPort } from './host-and-port';
import { keyPrefix } from './key-prefix';
import { redisUrl } from './redis-url';

/** The Redis that instances share, of `cache.backend: redis`. */
export const redisSettings = {
  url: optional(secret(redisUrl), {
    description:
      'Redis, as `redis://[[user]:password@]host[:port][/db]`, or `rediss://` for TLS. When it is set, `host`, ' +
      '`port`, `username`, `password` and `db` are not used. For `single` mode.',
  }),
  host: setting(text, { default: 'localhost', description: 'Host of Redis.' }),
  port: setting(port, { default: '6379', description: 'Port of Redis.' }),
  username: optional(text, { description: 'User of Redis.' }),
  password: optional(secret(lineText), { description: 'Password of Redis.' }),
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
  sentinelPassword: optional(secret(lineText), { description: 'Password of the sentinels.' }),
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
  caCertBytes: optional(text, {
    description: 'The certificate authority itself, in place of the file; PEM.',
  }),
  insecureSkipTls: setting(boolean, {
    default: 'false',
    description:
      'Accept any certificate. Whoever can get between Pennon and Redis can then read and write it.',
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
