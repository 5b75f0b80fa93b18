import { type AuditConfig } from '@pennon/config';
import { type Clock, type OperationLock } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { allEnded, JobLease } from '@pennon/platform';
import { Delivery } from './delivery';
import { Retention } from './retention';
import { type EventNames } from './events/events.presenter';
import { openSinks } from './sinks/open-sinks';
import { type AuditSink } from './sinks/sink';

/**
 * How long one instance has the task of delivering to a sink, in milliseconds, which is also how long one that has died
 * holds it up; longer than a delivery takes.
 */
const LEASE_MS = 15_000;

/** What the jobs work on. */
export interface AuditPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
  /** In which sinks get events. */
  readonly names: EventNames;
}

/** What goes on with the audit log by itself: a delivery for each sink, and the deletion of what is too old. */
export class AuditJobs {
  /** Those that are switched on. */
  readonly sinks: readonly AuditSink[];
  readonly deliveries: readonly Delivery[];
  private readonly retention: Retention;

  constructor(config: AuditConfig, ports: AuditPorts) {
    const { unitOfWork, lock, clock, names } = ports;
    const sinks = openSinks(config.sinks);
    this.sinks = sinks;
    this.retention = new Retention(
      config,
      sinks.map(({ name }) => name),
      ports,
    );
    this.deliveries = sinks.map((sink) => {
      const lease = new JobLease(lock, clock, `audit_${sink.name}`, LEASE_MS);
      return new Delivery(sink, config.events, { unitOfWork, clock, lease, names });
    });
  }

  /** Begins; resolves when every event from here on reaches every sink. */
  async start(): Promise<void> {
    for (const delivery of this.deliveries) await delivery.open();
    for (const job of [this.retention, ...this.deliveries]) job.start();
  }

  /** Ends all of it, and resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    await allEnded([this.retention, ...this.deliveries].map((job) => job.stop()));
  }
}
