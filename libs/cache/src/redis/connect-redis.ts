import { Logger } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import { type RedisConfig } from '@pennon/config';
import { addressesOf, optionsOf, pauseBefore, speaksTls, tlsOf } from './redis-options';

/** A connection to Redis, of whichever kind. */
export type RedisClient = Redis | Cluster;

/**
 * Opens a connection, which comes and goes in the background from now on, until it is disconnected. That it is gone
 * shows in the commands that fail.
 */
export function connectRedis(config: RedisConfig): RedisClient {
  const client = newClient(config);
  const logger = new Logger('cache');
  client.on('error', (error: Error) => {
    // The message alone: errors of the client carry commands, passwords and all.
    logger.debug({ reason: error.message }, 'Redis cannot be reached');
  });
  return client;
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
