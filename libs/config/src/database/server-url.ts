import { isIP } from 'node:net';
import { InvalidValueError } from '../kinds/kind';
import { Secret } from '../kinds/text';
import {
  type ServerAddress,
  type ServerDialect,
  type ServerPlace,
  tlsOf,
  tlsParameters,
} from './server-address';

/** Returns a part of a URL as it is meant. @throws InvalidValueError if a `%` begins nothing. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidValueError('has a % that begins no percent-encoded character; write it as %25');
  }
}

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
  readonly others?: readonly ServerPlace[];
  readonly database: string;
  readonly user: string | undefined;
  readonly password: Secret | undefined;
}

/** Returns the kind of server that a URL scheme, in lower case, names; undefined when it names none. */
export function serverDialectOf(scheme: string): ServerDialect | undefined {
  return dialects.get(scheme);
}

/**
 * Takes the URL of a database server apart: `scheme://user:password@host:port/database?parameters`. Several hosts, each
 * with its port, stand with commas between them, as libpq has them.
 *
 * @throws InvalidValueError if it is not one, or asks for what is not known. The message holds no part of the URL.
 */
export function serverAddressOf(dialect: ServerDialect, url: string): ServerAddress {
  const [first, ...others] = urlsByHost(url).map((one) => {
    if (!URL.canParse(one)) throw new InvalidValueError(expected);
    return new URL(one);
  }) as [URL, ...URL[]];
  const { hostname, port, pathname, username, password, searchParams, hash } = first;
  // A # that is not percent-encoded, in a password say, would cut off the rest in silence.
  if (hash !== '') throw new InvalidValueError('has a # that is not percent-encoded; write it as %23');
  refuseUnknown(searchParams);
  const socket = searchParams.get('host') ?? searchParams.get('socket');
  const parts = {
    host: socket ?? hostOf(hostname),
    port: Number(searchParams.get('port') ?? port),
    others: others.map((other) => ({ host: hostOf(other.hostname), port: Number(other.port) })),
    database: percentDecoded(pathname.slice(1)),
    user: username === '' ? undefined : percentDecoded(username),
    password: password === '' ? undefined : new Secret(percentDecoded(password)),
  };
  return serverAddress(dialect, parts, searchParams);
}

/** The URL once for each host that it names. */
function urlsByHost(url: string): readonly string[] {
  const [, before = '', authority = '', after = ''] = /^([^:]*:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  return hosts.length === 1
    ? [url]
    : hosts.map((host) => `${before}${authority.slice(0, at)}${host}${after}`);
}

function hostOf(hostname: string): string {
  return percentDecoded(hostname).replace(/^\[(.*)\]$/, '$1');
}

/** Returns the address that the parts name, frozen. @throws InvalidValueError if host, port or database is wrong. */
export function serverAddress(
  dialect: ServerDialect,
  parts: ServerParts,
  parameters = new URLSearchParams(),
): ServerAddress {
  const { database } = parts;
  if (database === '') throw new InvalidValueError(`names no database; ${usage}`);
  const tls = tlsOf(parameters);
  const places = [parts, ...(parts.others ?? [])].map((place) => {
    assertPlace(place);
    // Its driver would look for `localhost` in the certificate, whatever the address is.
    if (dialect === 'mysql' && tls.mode === 'verify-full' && isIP(place.host) !== 0) {
      throw new InvalidValueError(
        'has sslmode=verify-full with an address, which is not checked for MySQL; name the host, or take verify-ca',
      );
    }
    return { host: place.host, port: place.port === 0 ? defaultPorts[dialect] : place.port };
  });
  const [{ host, port }, ...others] = places as [ServerPlace, ...ServerPlace[]];
  return Object.freeze({
    ...parts,
    dialect,
    host,
    port,
    others,
    tls,
    options: parameters.get('options') ?? undefined,
    location: locationOf(dialect, places, database),
  });
}

/** The address at each of its places, in the order in which they are tried. */
export function eachPlace(address: ServerAddress): readonly ServerAddress[] {
  const { dialect, host, port, others, database } = address;
  return [{ host, port }, ...others].map((place) => ({
    ...address,
    ...place,
    others: [],
    location: locationOf(dialect, [place], database),
  }));
}

function assertPlace({ host, port }: ServerPlace): void {
  if (host === '') throw new InvalidValueError(`names no host; ${usage}`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidValueError('has a port that is not between 0 and 65535');
  }
}

function locationOf(dialect: ServerDialect, places: readonly ServerPlace[], database: string): string {
  const written = places.map(({ host, port }) =>
    host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  return `${dialect}://${written.join()}/${database}`;
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
