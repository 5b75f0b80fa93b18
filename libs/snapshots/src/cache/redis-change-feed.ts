import { Logger } from '@nestjs/common';
import type { RedisConfig } from '@pennon/config';
import {
  type Change,
  ChangeSink,
  changeText,
  parseChangeText,
  SharedChangeFeed,
  messageOf,
} from '@pennon/domain';
import { causeOf, connectRedis, PING_INTERVAL_MS, type RedisClient } from './connect-redis';
import type { RedisCommands } from './redis-commands';

/** The channel on which the instances of a deployment tell each other of changes. */
function channelOf({ prefix }: Pick<RedisConfig, 'prefix'>): string {
  return `${prefix}:changes`;
}

/**
 * Changes as they come through a channel of Redis, on a connection of its own: one that listens can do nothing else.
 *
 * Whenever it connects anew, something may have gone by, and listeners are told to look at everything.
 */
export class RedisChangeFeed extends SharedChangeFeed {
  private readonly logger = new Logger('cache');
  /** True while changes cannot be heard, though somebody listens. */
  private isDeaf = false;
  /** How often the channel could not be subscribed to, or was lost. */
  failures = 0;

  private connection: { readonly client: RedisClient; readonly pings: NodeJS.Timeout } | undefined;

  constructor(private readonly config: RedisConfig) {
    super();
  }

  /** False while changes cannot be heard, though somebody listens. */
  get isUp(): boolean {
    return !this.isDeaf;
  }

  protected connect(): void {
    this.connection ??= this.open();
  }

  protected disconnect(): Promise<void> {
    clearInterval(this.connection?.pings);
    const client = this.connection?.client;
    this.connection = undefined;
    client?.disconnect();
    return Promise.resolve();
  }

  private open(): NonNullable<RedisChangeFeed['connection']> {
    const client = connectRedis(this.config);
    client.on('ready', () => void this.listen(client));
    client.on('close', () => {
      if (!this.isCurrent(client)) return;
      this.failures++;
      this.lost(causeOf(client, new Error('the connection was closed')));
    });
    client.on('message', (_channel: string, text: string) => {
      const change = parseChangeText(text);
      if (change !== undefined) this.tell(change);
    });
    // A server that hangs, or a network that drops packets, closes no connection.
    const pings = setInterval(() => void this.ping(client), PING_INTERVAL_MS);
    return { client, pings: pings.unref() };
  }

  /** False for a client that was let go of: what becomes of it is no news, and it is not to connect again. */
  private isCurrent(client: RedisClient): boolean {
    return this.connection?.client === client;
  }

  private async ping(client: RedisClient): Promise<void> {
    if (client.status !== 'ready') return;
    await client.ping().catch(() => {
      if (this.isCurrent(client)) client.disconnect(true);
    });
  }

  private async listen(client: RedisClient): Promise<void> {
    try {
      await client.subscribe(channelOf(this.config));
      this.heard();
      this.tell({ kind: 'everything' });
    } catch (error) {
      if (!this.isCurrent(client)) return;
      this.lost(causeOf(client, error));
      client.disconnect(true);
    }
  }

  /** Says it once, however often it fails. */
  private lost(cause: unknown): void {
    if (this.isDeaf) return;
    this.isDeaf = true;
    const reason = messageOf(cause);
    this.logger.warn(
      { reason },
      'changes cannot be heard through Redis; what others change is found by polling',
    );
  }

  private heard(): void {
    if (this.isDeaf) this.logger.log('changes can be heard through Redis again');
    this.isDeaf = false;
  }
}

/** Tells of changes through a channel of Redis. */
export class RedisChangeSink extends ChangeSink {
  constructor(
    private readonly commands: Pick<RedisCommands, 'publish'>,
    private readonly config: Pick<RedisConfig, 'prefix'>,
  ) {
    super();
  }

  publish(change: Change): void {
    void this.commands.publish(channelOf(this.config), changeText(change));
  }
}
