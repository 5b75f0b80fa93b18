import { Logger } from '@nestjs/common';
import { type ServerDatabaseConfig } from '@pennon/config';
import { parseChangeText, SharedChangeFeed } from '@pennon/domain';
import { waitAfterFailures } from '@pennon/timing';
import { CHANGES_CHANNEL } from '../stores/notify-change';
import { type HeardClient } from './heard-client';
import { connectPostgres } from './postgres-client';

/** How often a silent connection is asked whether it is still there, in milliseconds. */
const PING_INTERVAL_MS = 5000;

/** One attempt to listen, and what has to be undone of it. */
interface Attempt {
  client: HeardClient | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Changes as PostgreSQL tells of them, on a connection of its own to the primary: a replica tells nothing.
 *
 * A connection that is lost is made again, after pauses that grow; whenever that succeeds, something may have gone by,
 * and listeners are told to look at everything.
 */
export class PostgresChangeFeed extends SharedChangeFeed {
  private readonly logger = new Logger('changes');
  private attempt: Attempt | undefined;
  private failures = 0;

  constructor(private readonly config: Pick<ServerDatabaseConfig, 'primary' | 'connectTimeout'>) {
    super();
  }

  protected connect(): void {
    if (this.attempt === undefined) void this.listen();
  }

  protected async disconnect(): Promise<void> {
    const { attempt } = this;
    this.attempt = undefined;
    clearInterval(attempt?.timer);
    await attempt?.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const attempt: Attempt = { client: undefined, timer: undefined };
    this.attempt = attempt;
    try {
      const client = await this.open();
      if (this.attempt !== attempt) {
        // Nobody listens any more.
        await client.end();
        return;
      }
      attempt.client = client;
      client.on('end', () => {
        this.retry(attempt, new Error('the connection was closed'));
      });
      client.on('notification', ({ payload = '' }) => {
        const change = parseChangeText(payload);
        if (change !== undefined) this.tell(change);
      });
      await client.query(`LISTEN ${CHANGES_CHANNEL}`);
      this.heard();
      attempt.timer = setInterval(() => void this.ping(attempt, client), PING_INTERVAL_MS).unref();
      this.tell({ kind: 'everything' });
    } catch (error) {
      this.retry(attempt, error);
    }
  }

  private async open(): Promise<HeardClient> {
    const { primary, connectTimeout } = this.config;
    return connectPostgres(primary, {
      applicationName: 'pennon changes',
      connectTimeout,
      queryTimeout: connectTimeout,
    });
  }

  /** A server that hangs, or a network that drops packets, closes no connection. */
  private async ping(attempt: Attempt, client: HeardClient): Promise<void> {
    try {
      await client.query('SELECT 1');
    } catch (error) {
      this.retry(attempt, error);
    }
  }

  /** Gives the attempt up and makes another later; once, however often it fails. */
  private retry(attempt: Attempt, error: unknown): void {
    if (this.attempt !== attempt) return;
    this.abandon(attempt);
    const reason = error instanceof Error ? error.message : String(error);
    if (this.failures === 0) this.logger.warn({ reason }, 'PostgreSQL tells of no changes; they are polled');
    this.failures++;
    const next: Attempt = { client: undefined, timer: undefined };
    next.timer = setTimeout(() => void this.listen(), waitAfterFailures(this.failures)).unref();
    this.attempt = next;
  }

  private heard(): void {
    if (this.failures > 0) this.logger.log('PostgreSQL tells of changes again');
    this.failures = 0;
  }

  private abandon({ client, timer }: Attempt): void {
    clearInterval(timer);
    // It may hang; nobody waits for it.
    client?.end().catch(() => undefined);
  }
}
