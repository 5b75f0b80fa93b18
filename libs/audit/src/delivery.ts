import { Logger } from '@nestjs/common';
import type { AuditEvent, Clock } from '@pennon/domain';
import {
  type Sample,
  type Series,
  jittered,
  type JobLease,
  RepeatedJob,
  waitAfterFailures,
} from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';
import type { EventNames } from './events/events.presenter';
import { type AuditSink, eventBody, outcomeOf, RefusedEventError, RetryLaterError } from './sinks/sink';

/** Which events sinks get, by pairs such as `flag:created` and `*:deleted`. */
function isWanted(pairs: readonly string[], event: Pick<AuditEvent, 'type' | 'action' | 'after'>): boolean {
  const { type } = event;
  const { action } = outcomeOf(event);
  return [`${type}:${action}`, `${type}:*`, `*:${action}`, '*:*'].some((pair) => pairs.includes(pair));
}

/** How often it is looked for new events. Milliseconds. */
const POLL_MS = 1000;

/** Wait after a first failure, in milliseconds; each further one takes twice as long. */
const FIRST_RETRY_MS = 1000;

/** Most events that are held in memory. */
const BATCH_SIZE = 100;

/** What delivering works on. */
export interface DeliveryPorts {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly lease: JobLease;
  /** In which the sink gets events. */
  readonly names: EventNames;
}

/** How delivering to one sink stands. */
export interface DeliveryState {
  /** Events that the sink has yet to take, when this instance looked last; 0 while another one delivers. */
  readonly pending: number;
  readonly delivered: number;
  /** Attempts that have failed and are repeated. */
  readonly failed: number;
  /** Events that were refused, and kept as dead letters. */
  readonly refused: number;
}

/**
 * Delivers the audit log to one sink: in its order, each event at least once, from where it was left. Nothing of it is
 * in memory alone, so nothing is lost however the process ends. Of many instances one delivers.
 */
export class Delivery extends RepeatedJob {
  private readonly logger = new Logger('audit');
  private readonly counts = { pending: 0, delivered: 0, failed: 0, refused: 0 };
  /** How often the event that comes next has failed, in a row. */
  private failures = 0;

  /** @param events Pairs of types and actions that the sink gets; it passes over all others. */
  constructor(
    readonly sink: AuditSink,
    private readonly events: readonly string[],
    private readonly ports: DeliveryPorts,
  ) {
    super((signal) => this.attempt(signal));
  }

  get state(): DeliveryState {
    return { ...this.counts };
  }

  /** Makes the sink known; one that is new gets what happens from here on. To be called before anything is written. */
  async open(): Promise<void> {
    const { name } = this.sink;
    await this.ports.unitOfWork.write(async ({ audit, auditDeliveries }) => {
      if ((await auditDeliveries.positionOf(name)) === undefined)
        await auditDeliveries.open(name, await audit.end());
    });
  }

  override async stop(): Promise<void> {
    await super.stop();
    // Whoever cannot be told waits for the end of the lease.
    await this.ports.lease.giveBack().catch(() => undefined);
  }

  private async attempt(signal: AbortSignal): Promise<number> {
    try {
      const events = await this.next();
      for (const event of events) {
        if (signal.aborted || !(await this.isMine())) return jittered(POLL_MS);
        await this.deliver(event, signal);
      }
      return events.length === BATCH_SIZE ? 0 : jittered(POLL_MS);
    } catch (error) {
      return signal.aborted ? 0 : this.fail(error);
    }
  }

  private async isMine(): Promise<boolean> {
    const { isHeld } = await this.ports.lease.hold();
    if (!isHeld) this.counts.pending = 0;
    return isHeld;
  }

  /** The events that come next; none while another instance delivers. */
  private async next(): Promise<readonly AuditEvent[]> {
    if (!(await this.isMine())) return [];
    return this.ports.unitOfWork.read(async ({ audit, auditDeliveries }) => {
      const position = (await auditDeliveries.positionOf(this.sink.name)) ?? 0;
      this.counts.pending = (await audit.end()) - position;
      return (await audit.after(position, BATCH_SIZE)).map(this.ports.names.show);
    });
  }

  private async deliver(event: AuditEvent, signal: AbortSignal): Promise<void> {
    const refusal = isWanted(this.events, event) ? await this.offer(event, signal) : undefined;
    await this.ports.unitOfWork.write(async ({ auditDeliveries }) => {
      const { name: sink } = this.sink;
      const from = (await auditDeliveries.positionOf(sink)) ?? 0;
      // Another instance, which took this one for dead, has come further.
      if (from >= event.position) return;
      await auditDeliveries.advance(sink, from, event.position);
      if (refusal === undefined) return;
      const letter = { sink, position: event.position, body: eventBody(event), reason: refusal.message };
      await auditDeliveries.bury({
        ...letter,
        attempts: this.failures + 1,
        failedAt: this.ports.clock.now(),
      });
    });
    this.counts.pending--;
    this.failures = 0;
  }

  /** Delivers an event, and returns why the sink will never take it. */
  private async offer(event: AuditEvent, signal: AbortSignal): Promise<RefusedEventError | undefined> {
    try {
      await this.sink.deliver(event, signal);
      this.counts.delivered++;
      if (this.failures > 0) this.logger.log({ sink: this.sink.name }, 'events can be delivered again');
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedEventError)) throw error;
      this.counts.refused++;
      const facts = { sink: this.sink.name, event: event.id, reason: error.message };
      this.logger.error(facts, 'an event was refused; it is kept as a dead letter');
      return error;
    }
  }

  private fail(err: unknown): number {
    const pause = waitAfterFailures(++this.failures, FIRST_RETRY_MS, this.sink.maxBackoff);
    const wait = Math.max(pause, err instanceof RetryLaterError ? err.afterMs : 0);
    this.counts.failed++;
    if (this.failures === 1) {
      this.logger.error(
        { err, sink: this.sink.name, retryInMs: Math.round(wait) },
        'events cannot be delivered; it is tried again until it works',
      );
    }
    return wait;
  }
}

/** What there is to tell of deliveries by this instance; of many instances one delivers. */
export function deliverySeries(deliveries: readonly Pick<Delivery, 'sink' | 'state'>[]): readonly Series[] {
  return [
    {
      name: 'pennon_audit_queue_depth',
      help: 'Events of the audit log that the sink has yet to take; 0 while another instance delivers.',
      type: 'gauge',
      aggregator: 'max',
      collect: () =>
        deliveries.map(({ sink, state }): Sample => ({ labels: { sink: sink.name }, value: state.pending })),
    },
    {
      name: 'pennon_audit_deliveries_total',
      help: 'Attempts of this instance to deliver events; a failed one is repeated, a refused event a dead letter.',
      type: 'counter',
      collect: () =>
        deliveries.flatMap(({ sink, state: { delivered, failed, refused } }): Sample[] =>
          Object.entries({ success: delivered, failure: failed, refused }).map(([outcome, value]) => ({
            labels: { sink: sink.name, outcome },
            value,
          })),
        ),
    },
  ];
}
