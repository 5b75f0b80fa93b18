import type { ConnectionOptions } from 'node:tls';
import { Logger } from '@nestjs/common';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readAuthorities, type RedisConfig } from '@pennon/config';

/** Where a server of Redis is. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** Longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE_MS = 5000;

/** Where Redis is looked for: the one server, or where to ask for the cluster or for the sentinels' server. */
function addressesOf({ url, nodes, host, port }: RedisConfig): readonly RedisAddress[] {
  if (url !== undefined) return [addressIn(new URL(url.reveal()))];
  if (nodes.length === 0) return [{ host, port }];
  // A scheme, so that brackets and ports are read as in any URL.
  return nodes.map((node) => addressIn(new URL(`redis://${node}`)));
}

/** How one server is spoken to. Nothing waits in a queue for a connection: what cannot be sent now fails now. */
function optionsOf(config: RedisConfig): RedisOptions {
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
function pauseBefore(attempt: number): number {
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
function speaksTls({ url, requireTls }: RedisConfig): boolean {
  return requireTls || url?.reveal().toLowerCase().startsWith('rediss:') === true;
}

/** The certificates that are accepted. */
function tlsOf({ caCertPath, caCertBytes, insecureSkipTls }: RedisConfig): ConnectionOptions {
  const ca = caCertPath === undefined ? caCertBytes : readAuthorities(caCertPath);
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: !insecureSkipTls,
    ...(ca !== undefined && { ca }),
  };
}

function addressIn({ hostname, port }: URL): RedisAddress {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 6379 : Number(port) };
}

/** How often a silent connection is asked whether it is still there, in milliseconds. */
export const PING_INTERVAL_MS = 5000;

/** A connection to Redis, of whichever kind. */
export type RedisClient = Redis | Cluster;

/**
 * Opens a connection, which comes and goes in the background from now on, until it is disconnected. That it is gone
 * shows in the commands that fail.
 */
export function connectRedis(config: RedisConfig): RedisClient {
  const client = newClient(config);
  const logger = new Logger('cache');
  let isTold = false;
  client.on('ready', () => {
    isTold = false;
    causes.delete(client);
  });
  client.on('connecting', () => {
    attempted.add(client);
  });
  client.on('error', (failure: Error) => {
    const error = ofNode(failure);
    // Of one attempt the first: what follows is that nothing can be sent.
    if (attempted.delete(client) || !causes.has(client)) causes.set(client, error);
    // The message alone: errors of the client carry commands, passwords and all.
    const { message: reason } = error;
    if (!speaksTls(config) || !isOfTls(error) || isTold) {
      logger.debug({ reason }, 'Redis cannot be reached');
      return;
    }
    // Time does not mend that; people do.
    isTold = true;
    logger.error(
      { reason },
      'the TLS of Redis is not accepted: cache.redis.ca_cert_path is the file of the authority that has to have signed ' +
        'its certificate, which has to name the host',
    );
  });
  return client;
}

/** Why each connection that cannot be used could not be made, as far as is known. */
const causes = new WeakMap<RedisClient, Error>();

/** Connections of which an attempt is under way that has not failed yet. */
const attempted = new WeakSet<RedisClient>();

/** Why a command has failed: because of the connection, if there is none. */
export function causeOf(client: RedisClient, failure: unknown): unknown {
  return causes.get(client) ?? failure;
}

/** Resolves when the connection can be used, at the latest after that many milliseconds. Never rejects. */
export async function readyWithin(client: RedisClient, timeout: number): Promise<void> {
  if (client.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      client.off('ready', end);
      resolve();
    };
    const timer = setTimeout(end, timeout);
    client.on('ready', end);
  });
}

/** A cluster says no more than that no node answered; what the last of them said is the cause. */
function ofNode(error: Error): Error {
  return 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : error;
}

/** Failures of the network name the call that failed, and refusals by Redis have no code. */
function isOfTls(error: Error): boolean {
  return 'code' in error && !('syscall' in error);
}

function newClient(config: RedisConfig): RedisClient {
  const options = optionsOf(config);
  const addresses = addressesOf(config);
  if (config.mode === 'cluster') {
    return new Cluster([...addresses], {
      redisOptions: options,
      enableOfflineQueue: false,
      slotsRefreshTimeout: config.netTimeout,
      clusterRetryStrategy: pauseBefore,
      // A certificate names hosts, and a cluster its nodes by address.
      ...(speaksTls(config) && {
        dnsLookup: (host, done) => {
          done(null, host);
        },
      }),
    });
  }
  if (config.mode === 'sentinel') {
    const { sentinelName = '', sentinelPassword } = config;
    return new Redis({
      ...options,
      name: sentinelName,
      sentinels: [...addresses],
      sentinelRetryStrategy: pauseBefore,
      ...(sentinelPassword !== undefined && { sentinelPassword: sentinelPassword.reveal() }),
      ...(speaksTls(config) && { enableTLSForSentinelMode: true, sentinelTLS: tlsOf(config) }),
    });
  }
  return new Redis({ ...options, ...addresses[0] });
}
