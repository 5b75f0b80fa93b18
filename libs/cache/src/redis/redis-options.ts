import { readFileSync } from 'node:fs';
import { type ConnectionOptions } from 'node:tls';
import { type RedisOptions } from 'ioredis';
import { type RedisConfig } from '@pennon/config';

/** Where a server of Redis is. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** Longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE_MS = 5000;

/** Where Redis is looked for: the one server, or where to ask for the cluster or for the sentinels' server. */
export function addressesOf({ url, nodes, host, port }: RedisConfig): readonly RedisAddress[] {
  if (url !== undefined) return [addressIn(new URL(url.reveal()))];
  if (nodes.length === 0) return [{ host, port }];
  // A scheme, so that brackets and ports are read as in any URL.
  return nodes.map((node) => addressIn(new URL(`redis://${node}`)));
}

/** How one server is spoken to. Nothing waits in a queue for a connection: what cannot be sent now fails now. */
export function optionsOf(config: RedisConfig): RedisOptions {
  return {
    ...credentialsOf(config),
    ...(speaksTls(config) && { tls: tlsOf(config) }),
    connectionName: 'pennon',
    connectTimeout: config.netTimeout,
    commandTimeout: config.netTimeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: pauseBefore,
  };
}

/** How long to pause before that attempt to connect, 1 for the first: ever longer, and never all at the same time. */
export function pauseBefore(attempt: number): number {
  const longest = Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

function credentialsOf({ url, username, password, db }: RedisConfig): RedisOptions {
  if (url === undefined) {
    return { ...(username !== undefined && { username }), ...passwordOption(password?.reveal() ?? ''), db };
  }
  const parts = new URL(url.reveal());
  return {
    ...(parts.username !== '' && { username: decodeURIComponent(parts.username) }),
    ...passwordOption(decodeURIComponent(parts.password)),
    db: Number(parts.pathname.slice(1)),
  };
}

function passwordOption(password: string): RedisOptions {
  return password === '' ? {} : { password };
}

/** TLS, when Redis is to be spoken to in it; also of the connections to sentinels. */
export function speaksTls({ url, requireTls }: RedisConfig): boolean {
  return requireTls || url?.reveal().toLowerCase().startsWith('rediss:') === true;
}

/** The certificates that are accepted. */
export function tlsOf({ caCertPath, caCertBytes, insecureSkipTls }: RedisConfig): ConnectionOptions {
  const ca = caCertPath === undefined ? caCertBytes : readFileSync(caCertPath);
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: !insecureSkipTls,
    ...(ca !== undefined && { ca }),
  };
}

function addressIn({ hostname, port }: URL): RedisAddress {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 6379 : Number(port) };
}
