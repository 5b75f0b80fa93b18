import { messageOf } from '@pennon/domain';
import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { withinTime } from '@pennon/platform';
import { causeOf, type RedisClient } from './connect-redis';

/** How long somebody who failed is left alone, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Stands before a helper that may fail, and that nobody may wait for. After a failure the helper is left alone for a
 * second; then one call finds out whether it is back, and only when it is do the others follow.
 */
export class CircuitBreaker {
  private readonly logger = new Logger('cache');
  /** When the next call may go through, by `performance.now()`; undefined while it is closed and all may. */
  private openUntil: number | undefined;
  private isProbing = false;

  /** @param name What the log calls the helper. */
  constructor(private readonly name: string) {}

  /** True from a failure until a call has succeeded. */
  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /** What the work resolves with; undefined when it failed, or was not tried. Never rejects. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const isProbe = this.openUntil !== undefined;
    if (isProbe && !this.mayProbe()) return undefined;
    this.isProbing = isProbe;
    try {
      const result = await work();
      if (isProbe) this.close();
      return result;
    } catch (error) {
      this.open(error);
      return undefined;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private mayProbe(): boolean {
    return !this.isProbing && performance.now() >= (this.openUntil ?? 0);
  }

  private open(error: unknown): void {
    // The message alone: errors of the client carry the command that failed, passwords and all.
    const reason = messageOf(error);
    if (this.openUntil === undefined) this.logger.warn({ reason }, `${this.name} fails and is left alone`);
    this.openUntil = performance.now() + PAUSE_MS;
  }

  private close(): void {
    this.openUntil = undefined;
    this.logger.log(`${this.name} is back`);
  }
}

/** Largest value that is read or written, in bytes, as it stands in Redis. */
export const MAX_VALUE_BYTES = 8 * 1024 * 1024;

/** What Redis is used for. */
export type RedisOperation = 'read' | 'write' | 'publish' | 'subscribe';

/** How often each did not work. */
export type RedisFailures = Readonly<Record<RedisOperation, number>>;

/**
 * The commands that are sent to Redis. They never reject, and answer within the timeout; while Redis fails it is not
 * asked.
 *
 * `get`, `set` and `del` are what the store of cache-manager needs. It is handed plain texts alone: it reads values
 * with `telejson`, which makes functions out of texts that look like them and runs some, so that whoever can write
 * to Redis could have code run here.
 */
export class RedisCommands {
  /** What became of reads. */
  readonly reads = { hits: 0, misses: 0, errors: 0 };
  /** Commands that failed, or were not tried since others had failed. */
  readonly failures = { write: 0, publish: 0 };

  constructor(
    private readonly client: RedisClient,
    private readonly breaker: CircuitBreaker,
    /** Milliseconds. */
    private readonly timeout: number,
  ) {}

  /** The value of a key; null when there is none, or it is none of ours. */
  async get(key: string): Promise<string | null> {
    // A range, since there is no other way to read no more than so much.
    const raw = await this.run(() => this.client.getrange(key, 0, MAX_VALUE_BYTES).catch(nothingOnWrongType));
    const value = raw !== undefined && isPlainText(raw) ? raw : null;
    this.reads[raw === undefined ? 'errors' : value === null ? 'misses' : 'hits']++;
    return value;
  }

  /** Writes a value, for that many milliseconds. */
  async set(key: string, value: string, _unit: 'PX', ttl: number): Promise<void> {
    if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return;
    await this.counted('write', () => this.client.set(key, value, 'PX', Math.ceil(ttl)));
  }

  /** Deletes a key. */
  async del(key: string): Promise<void> {
    await this.counted('write', () => this.client.del(key));
  }

  /** Sends a message to whoever listens to the channel. */
  async publish(channel: string, message: string): Promise<void> {
    await this.counted('publish', () => this.client.publish(channel, message));
  }

  /** Finds out whether Redis answers, where nothing else is asked of it. */
  async ping(): Promise<void> {
    await this.run(() => this.client.ping());
  }

  /** False from a failure until a command has succeeded. */
  get isUp(): boolean {
    return !this.breaker.isOpen;
  }

  private async counted(
    operation: keyof RedisCommands['failures'],
    command: () => Promise<unknown>,
  ): Promise<void> {
    // Redis answers none of these commands with nothing.
    if ((await this.run(command)) === undefined) this.failures[operation]++;
  }

  private async run<T>(command: () => Promise<T>): Promise<T | undefined> {
    return this.breaker.run(async () => {
      try {
        return await withinTime(this.timeout, 'Redis', command());
      } catch (error) {
        throw causeOf(this.client, error);
      }
    });
  }
}

/** True for the JSON of one text that begins as the cache's own do, which nothing is made of but that text. */
function isPlainText(raw: string): boolean {
  if (Buffer.byteLength(raw) > MAX_VALUE_BYTES) return false;
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' && value.startsWith('{');
  } catch {
    return false;
  }
}

/** Somebody's list under a key of ours is no failure of Redis. */
function nothingOnWrongType(error: Error): string {
  if (error.message.startsWith('WRONGTYPE')) return '';
  throw error;
}
