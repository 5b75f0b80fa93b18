import { Logger } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import { type RedisConfig } from '@pennon/config';
import { addressesOf, optionsOf, pauseBefore, speaksTls, tlsOf } from './redis-options';

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
  client.on('error', (error: Error) => {
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
