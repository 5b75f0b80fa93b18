import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type ServerAddress, type ServerDatabaseConfig } from '@pennon/config';
import { type Change, messageOf, parseChangeText, parseRevisionNote, SharedChangeFeed } from '@pennon/domain';
import { waitAfterFailures, withinTime } from '@pennon/platform';
import { CHANGES_CHANNEL, REVISIONS_CHANNEL } from '../stores/notify-change';
import { type PlainRow } from '../database/database';
import { type assertPrimary, atFirstPlace } from './server-choice';
import { type HeardClient, connectPostgres } from './postgres-client';

/** How often a silent connection is asked whether it is still there, in milliseconds. */
const PING_INTERVAL_MS = 5000;

/** After so many probes in a row that did not come back, the connection counts as a pooler's, and attempts end. */
const MAX_UNHEARD = 3;

/** A notification of our own did not come back. */
class UnheardError extends Error {}

/** One attempt to listen, and what has to be undone of it. */
interface Attempt {
  client: HeardClient | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Changes as PostgreSQL tells of them, on a connection of its own to the primary: a replica tells nothing.
 *
 * A notification of our own proves that it works, before anything else is listened to: a pooler that shares
 * connections accepts `LISTEN`, to no effect, and leaves the channel on a connection of others. A connection that is
 * lost is made again, after pauses that grow; whenever that succeeds, something may have gone by, and listeners are
 * told to look at everything.
 */
export class PostgresChangeFeed extends SharedChangeFeed {
  private readonly logger = new Logger('changes');
  private attempt: Attempt | undefined;
  private failures = 0;
  private unheard = 0;
  /** Ours alone, and the same for every attempt, so that a pooler is not left with more and more of them. */
  private readonly probe = `pennon_${randomUUID().replaceAll('-', '')}`;

  /** @param assertTells Rejects for a server where nothing is written, so that there is nothing to tell. */
  constructor(
    private readonly config: Pick<ServerDatabaseConfig, 'primary' | 'connectTimeout'>,
    private readonly assertTells: typeof assertPrimary,
  ) {
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
      const { client, place } = await this.open();
      if (this.attempt !== attempt) {
        // Nobody listens any more.
        await client.end();
        return;
      }
      attempt.client = client;
      client.on('end', () => {
        this.retry(attempt, new Error('the connection was closed'));
      });
      this.tellOf(client);
      await this.prove(client, place);
      await client.query(`LISTEN ${CHANGES_CHANNEL}`);
      await client.query(`LISTEN ${REVISIONS_CHANNEL}`);
      this.heard();
      attempt.timer = setInterval(() => void this.ping(attempt, client), PING_INTERVAL_MS).unref();
      this.tell({ kind: 'everything' });
    } catch (error) {
      this.retry(attempt, error);
    }
  }

  /** Tells of what the connection hears: once of a change of which both channels tell. */
  private tellOf(client: HeardClient): void {
    let told: { readonly processId: number; readonly change: Change } | undefined;
    client.on('notification', ({ channel, payload = '', processId }) => {
      const isRevision = channel === REVISIONS_CHANNEL;
      const change = isRevision ? parseRevisionNote(payload) : parseChangeText(payload);
      if (change === undefined) return;
      const isTold = !isRevision && told?.processId === processId && isSameNamespace(told.change, change);
      told = isRevision ? { processId, change } : undefined;
      if (!isTold) this.tell(change);
    });
  }

  private async open(): Promise<{ readonly client: HeardClient; readonly place: ServerAddress }> {
    const { primary, connectTimeout } = this.config;
    return atFirstPlace(primary, async (place) => ({
      client: await this.openAt(place, connectTimeout),
      place,
    }));
  }

  private async openAt(place: ServerAddress, connectTimeout: number): Promise<HeardClient> {
    const use = { applicationName: 'pennon changes', connectTimeout, queryTimeout: connectTimeout };
    const client = await connectPostgres(place, use);
    try {
      await this.check(client);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Has another connection notify this one, on a channel that nobody else listens to.
   *
   * @throws UnheardError if that does not arrive in time.
   */
  private async prove(client: HeardClient, place: ServerAddress): Promise<void> {
    const { connectTimeout } = this.config;
    const arrived = new Promise<void>((resolve) => {
      client.on('notification', ({ channel }) => {
        if (channel === this.probe) resolve();
      });
    });
    await client.query(`LISTEN ${this.probe}`);
    try {
      const other = await this.openAt(place, connectTimeout);
      try {
        await other.query(`NOTIFY ${this.probe}`);
      } finally {
        other.end().catch(() => undefined);
      }
      await withinTime(connectTimeout, 'a notification of our own', arrived).catch((error: unknown) => {
        throw new UnheardError(messageOf(error));
      });
    } finally {
      await client.query(`UNLISTEN ${this.probe}`);
    }
  }

  private async check(client: HeardClient): Promise<void> {
    await this.assertTells(async (sql) => (await client.query<PlainRow>(sql)).rows, this.config.primary);
  }

  /** A server that hangs, a network that drops packets, and a primary that is one no more close no connection. */
  private async ping(attempt: Attempt, client: HeardClient): Promise<void> {
    try {
      await this.check(client);
    } catch (error) {
      this.retry(attempt, error);
    }
  }

  /** Gives the attempt up and makes another later; once, however often it fails. */
  private retry(attempt: Attempt, error: unknown): void {
    if (this.attempt !== attempt) return;
    this.abandon(attempt);
    const reason = messageOf(error);
    if (this.failures === 0) this.logger.warn({ reason }, 'LISTEN failed: changes are polled until it works');
    this.unheard = error instanceof UnheardError ? this.unheard + 1 : 0;
    if (this.unheard === MAX_UNHEARD) {
      this.logger.warn(
        'LISTEN has no effect, probably because of a connection pooler: changes are polled from now on. Set ' +
          'freshness.push to off, or have db.url lead past the pooler, and restart',
      );
      return;
    }
    this.failures++;
    const next: Attempt = { client: undefined, timer: undefined };
    next.timer = setTimeout(() => void this.listen(), waitAfterFailures(this.failures)).unref();
    this.attempt = next;
  }

  private heard(): void {
    if (this.failures > 0) this.logger.log('LISTEN works again: changes are pushed');
    this.failures = 0;
    this.unheard = 0;
  }

  private abandon({ client, timer }: Attempt): void {
    clearInterval(timer);
    // It may hang; nobody waits for it.
    client?.end().catch(() => undefined);
  }
}

function isSameNamespace(one: Change, other: Change): boolean {
  return one.kind === 'namespace' && other.kind === 'namespace' && one.namespaceKey === other.namespaceKey;
}
