import { type EntityManager } from 'typeorm';
import { AuditDeadLetterEntity, type AuditDeadLetter } from '../entities/audit-dead-letter.entity';
import { AuditPositionEntity } from '../entities/audit-position.entity';

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
}
