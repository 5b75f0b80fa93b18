import { Logger } from '@nestjs/common';
import {
  invalidField,
  NotFoundError,
  type AuditEvent,
  type AuditFact,
  type AuditOrigin,
  type Clock,
} from '@pennon/domain';
import { type AuditDeadLetter, type UnitOfWork } from '@pennon/storage';
import { type EventNames } from '../events/events.presenter';
import { RefusedEventError, RetryLaterError, type AuditSink } from '../sinks/sink';

/** Most dead letters that one call offers. */
const MAX_LETTERS = 100;

/** How long one call goes on to offer, in milliseconds: somebody waits for the answer. */
const PATIENCE_MS = 10_000;

/** What replaying works on. */
export interface ReplayPorts {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  /** In which sinks get events. */
  readonly names: EventNames;
}

/** What became of dead letters that were offered again. */
export interface ReplayReport {
  readonly delivered: number;
  readonly refused: number;
  /** How many dead letters the sink has now. */
  readonly remaining: number;
  /** Why it ended before all were offered; `''` unless it did. */
  readonly failure: string;
}

/** What the sink said to each. */
interface Outcome {
  readonly delivered: readonly number[];
  readonly refused: readonly AuditDeadLetter[];
  readonly failure: string;
}

/**
 * Offers dead letters to their sink again: with the settings of now, in the order of the log among themselves, though
 * after everything that was delivered meanwhile. Should the process end before it is noted what was taken, that comes
 * twice.
 */
export class Replay {
  private readonly logger = new Logger('audit');

  constructor(
    private readonly sinks: readonly AuditSink[],
    private readonly ports: ReplayPorts,
  ) {}

  /**
   * Offers the dead letter at that position, or the earliest ones, and notes in one transaction what became of them,
   * and that somebody has asked for it.
   *
   * @throws InvalidArgumentError if the sink is none that is switched on.
   * @throws NotFoundError if there is no dead letter at that position.
   */
  async run(name: string, position: number | undefined, origin: AuditOrigin): Promise<ReplayReport> {
    const sink = this.sinks.find((known) => known.name === name);
    if (sink === undefined) throw invalidField('sink', this.choice());
    const { letters, events } = await this.lettersOf(name, position);
    if (position !== undefined && letters.length === 0)
      throw new NotFoundError(`dead letter ${position} of sink "${name}" not found`);
    const outcome = await this.offer(sink, letters, events);
    const remaining = await this.note(name, outcome, origin);
    const { delivered, refused, failure } = outcome;
    return { delivered: delivered.length, refused: refused.length, remaining, failure };
  }

  private choice(): string {
    const names = this.sinks.map(({ name }) => name);
    return names.length === 0 ? 'no sink is switched on' : `must be one of ${names.join(', ')}`;
  }

  private async lettersOf(sink: string, position: number | undefined) {
    return this.ports.unitOfWork.read(async ({ audit, auditDeliveries }) => {
      const letters = await auditDeliveries.letters({ sink, position, limit: MAX_LETTERS });
      const events = await audit.at(letters.map((letter) => letter.position));
      return { letters, events: events.map(this.ports.names.show) };
    });
  }

  private async offer(
    sink: AuditSink,
    letters: readonly AuditDeadLetter[],
    events: readonly AuditEvent[],
  ): Promise<Outcome> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const delivered: number[] = [];
    const refused: AuditDeadLetter[] = [];
    for (const event of events) {
      const letter = letters.find(({ position }) => position === event.position);
      if (letter === undefined) continue;
      if (patience.aborted)
        return { delivered, refused, failure: 'it took too long; ask again for the rest' };
      try {
        // One that is under way comes to its end: the sink has a limit of its own.
        await sink.deliver(event, new AbortController().signal);
        delivered.push(event.position);
      } catch (error) {
        if (!(error instanceof RefusedEventError))
          return { delivered, refused, failure: this.failed(sink, error) };
        const { attempts } = letter;
        const failedAt = this.ports.clock.now();
        refused.push({ ...letter, reason: error.message, attempts: attempts + 1, failedAt });
      }
    }
    return { delivered, refused, failure: '' };
  }

  /** What the caller is told; the rest is for the log, since it may hold addresses. */
  private failed({ name }: AuditSink, err: unknown): string {
    this.logger.error({ err, sink: name }, 'a dead letter could not be delivered');
    return err instanceof RetryLaterError ? err.message : 'the sink could not be reached';
  }

  private async note(sink: string, outcome: Outcome, origin: AuditOrigin): Promise<number> {
    const { delivered, refused } = outcome;
    return this.ports.unitOfWork.write(async ({ audit, auditDeliveries }) => {
      if (delivered.length > 0) await auditDeliveries.forget(sink, delivered);
      for (const letter of refused) await auditDeliveries.buryAgain(letter);
      const remaining = await auditDeliveries.countLetters(sink);
      const facts = delivered.length + refused.length === 0 ? [] : [factOf(sink, outcome)];
      await audit.append({ origin, at: this.ports.clock.now(), facts });
      return remaining;
    });
  }
}

function factOf(sink: string, { delivered, refused }: Outcome): AuditFact {
  const after = { sink, delivered: [...delivered], refused: refused.map(({ position }) => position) };
  return { type: 'dead_letter', action: 'replayed', key: sink, before: undefined, after };
}
