import { In, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuditDeadLetterEntity, type AuditDeadLetter, AuditPositionEntity } from '../entities/audit.entity';

/** Which dead letters to list. Members that are undefined leave none out. */
export interface DeadLetterQuery {
  readonly sink?: string | undefined;
  /** Position of the event in the log. */
  readonly position?: number | undefined;
  /** Only what comes after that one: where the page before has ended. */
  readonly after?: Pick<AuditDeadLetter, 'sink' | 'position'> | undefined;
  /** At least 1. */
  readonly limit: number;
}

/** How far sinks have come in the audit log, and what they would not take. */
export class AuditDeliveryStore {
  constructor(private readonly manager: EntityManager) {}

  /** Position of the last event that the sink has taken; undefined for one that nobody has heard of. */
  async positionOf(sink: string): Promise<number | undefined> {
    const row = await this.manager.findOneBy(AuditPositionEntity, { name: sink });
    return row?.position;
  }

  /** Makes a sink known, which has taken all up to that position. It fails when the sink is known. */
  async open(sink: string, position: number): Promise<void> {
    await this.manager.insert(AuditPositionEntity, { name: sink, position });
  }

  /** Notes that the sink has taken all up to a position; false when it is not where it was thought to be. */
  async advance(sink: string, from: number, to: number): Promise<boolean> {
    const { affected } = await this.manager.update(
      AuditPositionEntity,
      { name: sink, position: from },
      { position: to },
    );
    return affected === 1;
  }

  /** Keeps what a sink would not take. */
  async bury(letter: AuditDeadLetter): Promise<void> {
    await this.manager.insert(AuditDeadLetterEntity, letter);
  }
  /** Dead letters that the query means, by position, and those of one event by the names of the sinks. */
  async letters({ sink, position, after, limit }: DeadLetterQuery): Promise<readonly AuditDeadLetter[]> {
    const equal: FindOptionsWhere<AuditDeadLetter> = {
      ...(sink !== undefined && { sink }),
      ...(position !== undefined && { position }),
    };
    return this.manager.find(AuditDeadLetterEntity, {
      where:
        after === undefined
          ? equal
          : [
              { ...equal, position: MoreThan(after.position) },
              // Of the same event, where more sinks than one are meant.
              ...(sink === undefined ? [{ position: after.position, sink: MoreThan(after.sink) }] : []),
            ],
      order: { position: 'ASC', sink: 'ASC' },
      take: limit,
    });
  }

  /** How many dead letters a sink has. */
  async countLetters(sink: string): Promise<number> {
    return this.manager.countBy(AuditDeadLetterEntity, { sink });
  }

  /** Forgets dead letters of a sink. */
  async forget(sink: string, positions: readonly number[]): Promise<void> {
    await this.manager.delete(AuditDeadLetterEntity, { sink, position: In([...positions]) });
  }

  /** Notes of a dead letter how it was refused once more. */
  async buryAgain({ sink, position, reason, attempts, failedAt }: AuditDeadLetter): Promise<void> {
    await this.manager.update(AuditDeadLetterEntity, { sink, position }, { reason, attempts, failedAt });
  }
}
