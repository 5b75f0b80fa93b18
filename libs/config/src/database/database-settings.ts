import { boolean, listOf, oneOf } from '../kinds/words';
import { duration, integer, port } from '../kinds/number';
import { secret, text } from '../kinds/text';
import { optional, type Section, setting } from '../kinds/setting';
import { databaseUrl, serverUrl } from './database-url';

/** Settings of the database. */
export const databaseSettings = {
  url: optional(secret(databaseUrl), {
    whenAbsent: '`file:<data directory>/pennon.db`',
    description:
      'Database: `file:<path>` for the embedded one, where a relative path starts at the working directory; ' +
      '`postgres://user:password@host:5432/name`, `mysql://…` (MariaDB too) or `cockroachdb://…` for a server. ' +
      'Of several hosts (`postgres://user:password@a:5432,b:5432/name`), the first that is there is taken, for what ' +
      'writes the first that takes writes. Reserved characters in user and password are percent-encoded. TLS is asked for by ' +
      '`sslmode` (`disable`, ' +
      '`prefer`, `require`, `verify-ca`, `verify-full`), `sslrootcert`, `sslcert` and `sslkey`, or, as MySQL’s ' +
      'clients write them, `ssl-mode`, `ssl-ca`, `ssl-cert` and `ssl-key`; without any, it is used where the server ' +
      'offers it. When it is set, `db.protocol`, `db.host`, `db.port`, `db.name`, `db.user` and `db.password` are ' +
      'not used.',
  }),
  readUrls: setting(listOf(secret(serverUrl), { type: 'list of database URLs, secret' }), {
    default: '',
    description:
      'Replicas that readers read, in turn; one that does not answer is passed over for a while. None means the ' +
      'database of `db.url`, which is asked in any case which revisions are the newest, as long as it answers. The ' +
      'writer never uses them.',
  }),
  readFromPrimary: setting(boolean, {
    default: 'true',
    description:
      'Have readers read from `db.url` while none of `db.read_urls` can be read. Switched off, they go on with what ' +
      'they hold.',
  }),
  protocol: optional(
    oneOf(['file', 'sqlite', 'postgres', 'mysql', 'cockroach', 'cockroachdb'], {
      words: ['libsql'],
      reason: 'is libSQL, which Pennon does not speak; use file',
    }),
    {
      description:
        'Kind of database, for those who give the URL in parts. As soon as any part is set in place of ' +
        '`db.url`, `db.protocol`, `db.host` and `db.name` are required.',
    },
  ),
  host: optional(text, {
    description: 'Host of the server, or directory of its Unix socket; for a file, its directory.',
  }),
  port: optional(port, { whenAbsent: 'the usual one', description: 'Port of the server.' }),
  name: optional(text, { description: 'Name of the database; for a file, its name in that directory.' }),
  user: optional(secret(text), { description: 'User of the server.' }),
  password: optional(secret(text), { description: 'Password of that user.' }),
  migrate: setting(boolean, {
    default: 'true',
    description:
      'Bring the schema up to date at start. Switched off, a writer whose database is behind does not start, and ' +
      '`pennon migrate` is to be run. Readers never migrate: they wait for the schema they need.',
  }),
  busyTimeout: setting(duration(), {
    default: '5s',
    description:
      'Longest wait of a write at its turn: for a process that has the database file locked, or for transactions that ' +
      'hold what it needs, in which time it is tried again. Writes that wait for their turn are refused only when none ' +
      'of those before them has succeeded for this long.',
  }),
  connectTimeout: setting(duration({ min: '1ms' }), {
    default: '3s',
    description:
      'Longest wait for a connection to a server. Reads that wait for their turn are refused when none of those before ' +
      'them has succeeded for this long.',
  }),
  statementTimeout: setting(duration({ min: '1ms' }), {
    default: '10s',
    description: 'Longest time one statement may take on a server; its connection is then given up.',
  }),
  maxPendingWrites: setting(integer({ min: 1 }), {
    default: '1000',
    description: 'Writes that may wait for their turn or run; more are refused with UNAVAILABLE.',
  }),
  maxPendingReads: setting(integer({ min: 1 }), {
    default: '10000',
    description: 'Reads that may wait for their turn or run; more are refused with UNAVAILABLE.',
  }),
  maxOpenConn: setting(integer(), {
    default: '0',
    description:
      'Most connections open at once to each server; 0 is 20. A writer keeps half of them for reads. SQLite has one ' +
      'connection that writes and one that reads.',
  }),
  maxIdleConn: setting(integer(), {
    default: '2',
    description:
      'Connections to each server that stay open while nobody needs them; the others close after ten seconds.',
  }),
  connMaxLifetime: setting(duration(), {
    default: '5m',
    description:
      'Age at which a connection to a server is replaced, so that none stays for good on one that is the primary no ' +
      'more. 0s is never.',
  }),
  preparedStatementsEnabled: setting(boolean, {
    default: 'true',
    description:
      'Have PostgreSQL and CockroachDB keep the one statement prepared for which evaluations in strict mode wait. ' +
      'Behind a pooler that pools transactions, switch it off; where it was not, that is found out, logged and ' +
      'done without.',
  }),
} as const satisfies Section;
