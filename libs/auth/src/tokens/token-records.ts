import { performance } from 'node:perf_hooks';
import { type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type RecordsConfig } from '@pennon/config';
import {
  UnavailableError,
  type Authentication,
  type Change,
  type ChangeFeed,
  type Revision,
  type TokenStore,
  type Unsubscribe,
} from '@pennon/domain';
import { OverdueError, withinTime } from '@pennon/platform';
import { LRUCache } from 'lru-cache';
import { RevocationPoller } from './revocation-poller';

/**
 * For this long a record counts without a word from the store: a token that was revoked is refused within this time.
 */
const MAX_AGE_MS = 1000;

/** From this age on a record in use is looked up again after all: people also delete rows by hand. */
const LOOK_AGAIN_MS = 10_000;

/** How many revoked records are remembered, and for how long: a replica may go on showing them. */
const REVOKED = { max: 10_000, ttl: 5 * 60_000 } as const;

/** A record, and when it was looked up, by `performance.now()`. */
interface Known {
  readonly authentication: Authentication;
  readonly lookedUpAt: number;
}

/** A look into the store that is under way. What it finds was true at some moment after it began. */
interface Lookup {
  readonly beganAt: number;
  readonly found: Promise<Authentication | undefined>;
}

/** What is at hand at a moment, to be kept over a restart. */
export interface RecordsAtHand {
  /** The latest revision of revocations that is known. */
  readonly revision: Revision;
  /** How long ago the store confirmed that, in milliseconds. */
  readonly age: number;
  /** The records, each under the hash of its token. */
  readonly records: readonly (readonly [hash: string, authentication: Authentication])[];
}

/**
 * The records of client tokens in use, under the hashes of their tokens.
 *
 * A record that is at hand counts as long as the store was heard within the last second and did not name it among the
 * revoked. While the store is away it goes on to count, for the grace that the settings give, since nothing is known
 * against it; what is not at hand cannot be looked up, and is told so at once. That there is no such token is never
 * kept. Records are not shared through a cache: whoever could write to that could let in anybody.
 */
export class TokenRecords implements OnModuleInit, OnModuleDestroy {
  private readonly known: LRUCache<string, Known>;
  private readonly revoked = new LRUCache<string, true>(REVOKED);
  private readonly lookups = new Map<string, Lookup>();
  private readonly revocations: RevocationPoller;
  private unsubscribe: Unsubscribe | undefined;
  /** That the store is slow to say what was revoked, and since when. */
  private silence: { readonly error: OverdueError; readonly confirmedAt: number } | undefined;

  /**
   * @param feed Tells of revocations at once, where there is one; the store is asked every half second anyway.
   * @param patience How long the store may take to answer before it counts as away, in milliseconds. At least
   *   `lookupTimeout`, after which records at hand are judged without an answer.
   */
  constructor(
    private readonly store: TokenStore,
    private readonly config: RecordsConfig,
    private readonly feed?: ChangeFeed,
    private readonly patience = config.lookupTimeout,
  ) {
    this.known = new LRUCache({ max: config.max });
    this.revocations = new RevocationPoller(store, patience, (ids) => {
      this.drop(ids);
    });
  }

  /**
   * The record under a hash, expired or not, or undefined; at once when it is at hand.
   *
   * @throws UnavailableError if it has to be looked up and cannot be.
   */
  find(hash: string): Authentication | undefined | Promise<Authentication | undefined> {
    const known = this.known.get(hash);
    if (known === undefined) return this.lookUp(hash);
    const now = performance.now();
    if (this.ageOf(known, now) < MAX_AGE_MS) {
      if (now - known.lookedUpAt >= LOOK_AGAIN_MS) this.lookUp(hash).catch(() => undefined);
      return known.authentication;
    }
    const { failure } = this;
    return failure === undefined ? this.askAbout(hash) : this.duringOutage(known, failure);
  }

  /** Forgets a record that was revoked here; also what a look under way may still find. */
  forget(id: string): void {
    this.drop([id]);
  }

  /** What is at hand now; undefined as long as that is nothing. */
  atHand(): RecordsAtHand | undefined {
    const { revision, confirmedAt } = this.revocations;
    if (revision === undefined || this.known.size === 0) return undefined;
    // From the least to the most used, so that putting them back in this order keeps it.
    const records = [...this.known.entries()].reverse();
    return {
      revision,
      age: performance.now() - confirmedAt,
      records: records.map(([hash, { authentication }]) => [hash, authentication] as const),
    };
  }

  /** Puts at hand what was so before a restart. For the start: what is known already counts more. */
  restore({ revision, age, records }: RecordsAtHand): void {
    if (this.revocations.revision !== undefined) return;
    // At least so old that the store is asked first: between two lives, time is told by a clock that may be set.
    const confirmedAt = performance.now() - Math.max(age, MAX_AGE_MS);
    this.revocations.resume(revision, confirmedAt);
    for (const [hash, authentication] of records)
      this.known.set(hash, { authentication, lookedUpAt: confirmedAt });
    this.revocations.start();
  }

  /** Resolves when everything that was revoked before this call is known, or the store has failed to tell. */
  async catchUp(): Promise<void> {
    if (!this.isInUse) return;
    const calledAt = performance.now();
    await this.revocations.ask();
    // What was under way may have been read before.
    if (this.revocations.confirmedAt < calledAt) await this.revocations.ask();
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.feed?.subscribe((change) => {
      this.hear(change);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.revocations.stop();
    await this.unsubscribe?.();
  }

  /** Takes word of a change: if it is about tokens, the store is asked at once. */
  private hear(change: Change): void {
    if (change.kind !== 'namespace' && this.isInUse) void this.revocations.ask();
  }

  private get isInUse(): boolean {
    return this.known.size > 0 || this.lookups.size > 0;
  }

  /** How long ago it was last known that a record is good. */
  private ageOf({ lookedUpAt }: Known, now: number): number {
    return now - Math.max(lookedUpAt, this.revocations.confirmedAt);
  }

  /** Why records at hand are judged without the store; undefined while it answers in time. */
  private get failure(): UnavailableError | undefined {
    const { failure, confirmedAt } = this.revocations;
    return failure ?? (this.silence?.confirmedAt === confirmedAt ? this.silence.error : undefined);
  }

  /** Asks the store what was revoked; a record at hand does not wait for the answer as long as others do. */
  private async askAbout(hash: string): Promise<Authentication | undefined> {
    const { confirmedAt } = this.revocations;
    try {
      await withinTime(this.config.lookupTimeout, 'the list of revoked tokens', this.revocations.ask());
    } catch (error) {
      if (!(error instanceof OverdueError)) throw error;
      this.silence = { error, confirmedAt };
    }
    const known = this.known.get(hash);
    if (known === undefined) return this.lookUp(hash);
    const { failure } = this;
    return failure === undefined ? known.authentication : this.duringOutage(known, failure);
  }

  private duringOutage(known: Known, failure: UnavailableError): Authentication {
    if (this.ageOf(known, performance.now()) < this.config.outageGrace) return known.authentication;
    throw new UnavailableError(failure.message, { cause: failure });
  }

  /**
   * Looks a record up. Who wants it at the same time shares the lookup, unless that has become too old for a newcomer.
   */
  private async lookUp(hash: string): Promise<Authentication | undefined> {
    // What is revoked after the look is only heard of if it is known where to begin.
    if (this.revocations.revision === undefined) await this.revocations.ask();
    const { failure } = this.revocations;
    if (failure !== undefined) throw new UnavailableError(failure.message, { cause: failure });
    const now = performance.now();
    const underWay = this.lookups.get(hash);
    if (underWay !== undefined && now - underWay.beganAt < MAX_AGE_MS) return underWay.found;
    const lookup = { beganAt: now, found: this.ask(hash) };
    this.lookups.set(hash, lookup);
    try {
      const found = await lookup.found;
      if (this.isCurrent(hash, lookup)) this.keep(hash, found, lookup.beganAt);
      return found;
    } finally {
      if (this.isCurrent(hash, lookup)) this.lookups.delete(hash);
    }
  }

  private async ask(hash: string): Promise<Authentication | undefined> {
    try {
      return await withinTime(this.patience, 'looking up a token', this.store.findByHash(hash));
    } catch (error) {
      // A store that refuses is asked again by the next caller; one that hangs would have each of them wait.
      if (error instanceof OverdueError) this.revocations.giveUp(error);
      throw error;
    }
  }

  /** False once there is a newer lookup, or something was revoked since. */
  private isCurrent(hash: string, lookup: Lookup): boolean {
    return this.lookups.get(hash) === lookup;
  }

  private keep(hash: string, authentication: Authentication | undefined, lookedUpAt: number): void {
    if (authentication === undefined || this.revoked.has(authentication.id)) {
      this.known.delete(hash);
      return;
    }
    this.known.set(hash, { authentication, lookedUpAt });
    this.revocations.start();
  }

  private drop(ids: readonly string[] | undefined): void {
    // A look that is under way may have begun before the revocation.
    this.lookups.clear();
    if (ids === undefined) {
      this.known.clear();
      return;
    }
    for (const id of ids) this.revoked.set(id, true);
    for (const [hash, { authentication }] of this.known.entries())
      if (this.revoked.has(authentication.id)) this.known.delete(hash);
  }
}
