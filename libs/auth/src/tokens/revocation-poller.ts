import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { UnavailableError, type Revision, type TokenStore } from '@pennon/domain';
import { withinTime } from '@pennon/platform';

/** How often the store is asked what was revoked, in milliseconds. */
const INTERVAL_MS = 500;

/** Takes the ids of records that were revoked; undefined when it may be any. */
export type RevocationListener = (ids: readonly string[] | undefined) => void;

/**
 * Follows what is revoked in the store, wherever that is done, so that records that are at hand need not be looked up
 * again: one answer every half second is good for all of them. It also finds out when the store is away, and back.
 */
export class RevocationPoller {
  private readonly logger = new Logger('authentication');
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> | undefined;
  private isWantedAgain = false;
  private revisionSeen: Revision | undefined;
  private confirmed = -Infinity;
  private reasonAway: UnavailableError | undefined;

  /** @param timeout How long the store may take to answer, in milliseconds. */
  constructor(
    private readonly store: TokenStore,
    private readonly timeout: number,
    private readonly listener: RevocationListener,
  ) {}

  /** The moment, by `performance.now()`, up to which everything that was revoked is known. */
  get confirmedAt(): number {
    return this.confirmed;
  }

  /** The latest revision of revocations that is known; undefined before the first answer. */
  get revision(): Revision | undefined {
    return this.revisionSeen;
  }

  /** Why the store cannot be asked now; undefined as long as it answers. */
  get failure(): UnavailableError | undefined {
    return this.reasonAway;
  }

  /** Goes on from what was known at that moment, before the first answer. */
  resume(revision: Revision, confirmedAt: number): void {
    this.revisionSeen = revision;
    this.confirmed = confirmedAt;
  }

  /** Asks every half second from now on, until it is stopped. */
  start(): void {
    this.timer ??= setInterval(() => void (this.asking ?? this.ask()), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Asks the store; when it is being asked already, asks it once more after that. Resolves with the first answer. */
  ask(): Promise<void> {
    if (this.asking !== undefined) {
      this.isWantedAgain = true;
      return this.asking;
    }
    this.asking = this.askOnce().finally(() => {
      this.asking = undefined;
      if (!this.isWantedAgain) return;
      this.isWantedAgain = false;
      void this.ask();
    });
    return this.asking;
  }

  /** Takes the store for away until it answers again. */
  giveUp(reason: UnavailableError): void {
    if (this.reasonAway === undefined)
      this.logger.warn(
        { reason: reason.message },
        'client tokens cannot be looked up; known ones are accepted',
      );
    this.reasonAway = reason;
    this.start();
  }

  private async askOnce(): Promise<void> {
    const beganAt = performance.now();
    try {
      const answer = this.store.revocations(this.revisionSeen);
      const { ids, ...revision } = await withinTime(this.timeout, 'the list of revoked tokens', answer);
      if (ids === undefined || ids.length > 0) this.listener(ids);
      this.revisionSeen = revision;
      this.confirmed = beganAt;
      this.comeBack();
    } catch (error) {
      this.giveUp(asUnavailable(error));
    }
  }

  private comeBack(): void {
    if (this.reasonAway === undefined) return;
    this.reasonAway = undefined;
    this.logger.log('client tokens can be looked up again');
  }
}

function asUnavailable(error: unknown): UnavailableError {
  if (error instanceof UnavailableError) return error;
  return new UnavailableError('client tokens cannot be looked up at the moment', { cause: error });
}
