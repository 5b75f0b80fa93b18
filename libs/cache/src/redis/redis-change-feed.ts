import { type RedisConfig } from '@pennon/config';
import { parseChangeText, SharedChangeFeed } from '@pennon/domain';
import { channelOf } from './channel';
import { connectRedis, type RedisClient } from './connect-redis';

/** How often a silent connection is asked whether it is still there, in milliseconds. */
const PING_INTERVAL_MS = 5000;

/**
 * Changes as they come through a channel of Redis, on a connection of its own: one that listens can do nothing else.
 *
 * Whenever it connects anew, something may have gone by, and listeners are told to look at everything.
 */
export class RedisChangeFeed extends SharedChangeFeed {
  private connection: { readonly client: RedisClient; readonly pings: NodeJS.Timeout } | undefined;

  constructor(private readonly config: RedisConfig) {
    super();
  }

  protected connect(): void {
    this.connection ??= this.open();
  }

  protected disconnect(): Promise<void> {
    clearInterval(this.connection?.pings);
    this.connection?.client.disconnect();
    this.connection = undefined;
    return Promise.resolve();
  }

  private open(): NonNullable<RedisChangeFeed['connection']> {
    const client = connectRedis(this.config);
    client.on('ready', () => void this.listen(client));
    client.on('message', (_channel: string, text: string) => {
      const change = parseChangeText(text);
      if (change !== undefined) this.tell(change);
    });
    // A server that hangs, or a network that drops packets, closes no connection.
    const pings = setInterval(() => void this.ping(client), PING_INTERVAL_MS);
    return { client, pings: pings.unref() };
  }

  private async ping(client: RedisClient): Promise<void> {
    if (client.status !== 'ready') return;
    await client.ping().catch(() => {
      client.disconnect(true);
    });
  }

  private async listen(client: RedisClient): Promise<void> {
    try {
      await client.subscribe(channelOf(this.config));
      this.tell({ kind: 'everything' });
    } catch {
      client.disconnect(true);
    }
  }
}
