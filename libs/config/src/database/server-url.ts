import { isIP } from 'node:net';
import { InvalidValueError } from '../kinds/kind';
import { Secret } from '../secret';
import type { ServerAddress, ServerDialect } from './server-address';
import { percentDecoded } from './percent-decoded';
import { tlsOf, tlsParameters } from './tls-parameters';

const dialects = new Map<string, ServerDialect>([
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
  ['cockroachdb', 'cockroachdb'],
  ['cockroach', 'cockroachdb'],
  ['crdb', 'cockroachdb'],
]);

const defaultPorts: Readonly<Record<ServerDialect, number>> = {
  postgres: 5432,
  mysql: 3306,
  cockroachdb: 26_257,
};

/** Parameters that say something to Pennon. */
const knownParameters = [...tlsParameters, 'host', 'port', 'options', 'socket'];

/**
 * Parameters of existing URLs that tune other drivers, and are passed over: what they ask for is either the case
 * here (`parseTime`), or has a setting of its own (`connect_timeout`).
 */
const driverParameters = [
  ...['application_name', 'fallback_application_name', 'connect_timeout', 'timezone', 'client_encoding'],
  ...['default_query_exec_mode', 'statement_cache_capacity', 'description_cache_capacity'],
  ...[
    'charset',
    'collation',
    'parseTime',
    'multiStatements',
    'loc',
    'timeout',
    'readTimeout',
    'writeTimeout',
  ],
  ...['allowNativePasswords', 'interpolateParams', 'sql_mode'],
];

/** What is known of a server by its parts. */
export interface ServerParts {
  readonly host: string;
  /** 0 for the usual one of the dialect. */
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: Secret | undefined;
}

/** Returns the kind of server that a URL scheme, in lower case, names; undefined when it names none. */
export function serverDialectOf(scheme: string): ServerDialect | undefined {
  return dialects.get(scheme);
}

/**
 * Takes the URL of a database server apart: `scheme://user:password@host:port/database?parameters`.
 *
 * @throws InvalidValueError if it is not one, or asks for what is not known. The message holds no part of the URL.
 */
export function serverAddressOf(dialect: ServerDialect, url: string): ServerAddress {
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) {
    throw new InvalidValueError('names several hosts; name one, and replicas in db.read_urls');
  }
  if (!URL.canParse(url)) throw new InvalidValueError(expected);
  const { hostname, port, pathname, username, password, searchParams, hash } = new URL(url);
  // A # that is not percent-encoded, in a password say, would cut off the rest in silence.
  if (hash !== '') throw new InvalidValueError('has a # that is not percent-encoded; write it as %23');
  refuseUnknown(searchParams);
  const socket = searchParams.get('host') ?? searchParams.get('socket');
  const parts = {
    host: socket ?? percentDecoded(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(searchParams.get('port') ?? port),
    database: percentDecoded(pathname.slice(1)),
    user: username === '' ? undefined : percentDecoded(username),
    password: password === '' ? undefined : new Secret(percentDecoded(password)),
  };
  return serverAddress(dialect, parts, searchParams);
}

/** Returns the address that the parts name, frozen. @throws InvalidValueError if host, port or database is wrong. */
export function serverAddress(
  dialect: ServerDialect,
  parts: ServerParts,
  parameters = new URLSearchParams(),
): ServerAddress {
  const { host, database } = parts;
  if (host === '') throw new InvalidValueError(`names no host; ${usage}`);
  if (database === '') throw new InvalidValueError(`names no database; ${usage}`);
  if (!Number.isInteger(parts.port) || parts.port < 0 || parts.port > 65_535) {
    throw new InvalidValueError('has a port that is none');
  }
  const tls = tlsOf(parameters);
  // Its driver would look for `localhost` in the certificate, whatever the address is.
  if (dialect === 'mysql' && tls.mode === 'verify-full' && isIP(host) !== 0) {
    throw new InvalidValueError(
      'has sslmode=verify-full with an address, which is not checked for MySQL; name the host, or take verify-ca',
    );
  }
  const port = parts.port === 0 ? defaultPorts[dialect] : parts.port;
  const place = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return Object.freeze({
    ...parts,
    dialect,
    port,
    tls,
    options: parameters.get('options') ?? undefined,
    location: `${dialect}://${place}/${database}`,
  });
}

const usage = 'use postgres://user:password@host:5432/name';
const expected = `expected a URL; ${usage}, with reserved characters percent-encoded`;

/** Names are not quoted: what looks like a parameter may be the rest of a password. */
function refuseUnknown(parameters: URLSearchParams): void {
  const known = [...knownParameters, ...driverParameters];
  if ([...parameters.keys()].every((name) => known.includes(name))) return;
  throw new InvalidValueError(
    `has a parameter that is not known; known are ${knownParameters.join(', ')}, and a ? in a password is to be ` +
      'written as %3F',
  );
}
