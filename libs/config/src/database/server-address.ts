import { InvalidValueError } from '../kinds/kind';
import type { Secret } from '../kinds/text';

/** Database servers that can hold the rows, by the SQL they speak. MariaDB is `mysql`. */
export type ServerDialect = 'postgres' | 'mysql' | 'cockroachdb';

/** Everything that can hold the rows. */
export type Dialect = 'sqlite' | ServerDialect;

/**
 * How a connection to a server is protected, in the words of libpq: `prefer` takes TLS where the server offers it,
 * `require` insists, `verify-ca` also checks who signed the certificate, `verify-full` also for which host.
 */
type TlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Protection of a connection; the files are PEM, read when the database is opened. */
export interface TlsConfig {
  readonly mode: TlsMode;
  /** File of the authorities that may have signed the server's certificate; those of Node when undefined. */
  readonly rootCert: string | undefined;
  /** File of the client's certificate, for servers that ask for one. */
  readonly cert: string | undefined;
  /** File of the key of that certificate. */
  readonly key: string | undefined;
}

/** Name or address of a machine, and a port. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** Where a database server is, and as whom it is used. */
export interface ServerAddress {
  readonly dialect: ServerDialect;
  /** Name or address, or the path of a Unix socket: for PostgreSQL its directory, for MySQL the socket. */
  readonly host: string;
  readonly port: number;
  /** Where else the server may be, in this order: tried when it is not there, or is not what is wanted. */
  readonly others: readonly ServerPlace[];
  /** Name of the database. */
  readonly database: string;
  /** The driver's own default when undefined. */
  readonly user: string | undefined;
  readonly password: Secret | undefined;
  readonly tls: TlsConfig;
  /** What the server is to set for each connection, as libpq's `options`; PostgreSQL and CockroachDB only. */
  readonly options: string | undefined;
  /** Where it is, for people: `postgres://host:5432/name`, with all places, without user and password. */
  readonly location: string;
}

/** Words for each mode: those of libpq, of MySQL's own clients, and of its driver for Go. */
const modes = new Map<string, TlsMode>([
  ['disable', 'disable'],
  ['disabled', 'disable'],
  ['false', 'disable'],
  ['allow', 'prefer'],
  ['prefer', 'prefer'],
  ['preferred', 'prefer'],
  ['require', 'require'],
  ['required', 'require'],
  ['skip-verify', 'require'],
  ['verify-ca', 'verify-ca'],
  ['verify_ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
  ['verify_identity', 'verify-full'],
  ['true', 'verify-full'],
]);

/** Names of the parameters that this reads. */
export const tlsParameters: readonly string[] = [
  ...['sslmode', 'ssl-mode', 'tls'],
  ...['sslrootcert', 'ssl-ca', 'sslcert', 'ssl-cert', 'sslkey', 'ssl-key'],
];

/**
 * Reads how a connection is protected from the parameters of a database URL. As for libpq, `require` together with
 * a root certificate means `verify-ca`.
 *
 * @throws InvalidValueError if the mode is not known, or a certificate comes without its key
 */
export function tlsOf(parameters: URLSearchParams): TlsConfig {
  const first = (...names: string[]): string | undefined =>
    names.map((name) => parameters.get(name)).find((value) => value !== null && value !== '') ?? undefined;
  const mode = modes.get((first('sslmode', 'ssl-mode', 'tls') ?? 'prefer').toLowerCase());
  if (mode === undefined) {
    throw new InvalidValueError(
      'has an unknown sslmode; use disable, prefer, require, verify-ca or verify-full',
    );
  }
  const rootCert = first('sslrootcert', 'ssl-ca');
  const cert = first('sslcert', 'ssl-cert');
  const key = first('sslkey', 'ssl-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new InvalidValueError('needs both sslcert and sslkey, or neither');
  }
  return Object.freeze({
    mode: mode === 'require' && rootCert !== undefined ? 'verify-ca' : mode,
    rootCert,
    cert,
    key,
  });
}
