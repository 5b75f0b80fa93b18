import { EntitySchema } from 'typeorm';
import { type Instant } from '@pennon/domain';
import { bigint, integer, key, text } from './columns';

/** An event that a sink would not take. */
export interface AuditDeadLetter {
  /** What the sink is called. */
  readonly sink: string;
  /** Of the event. */
  readonly position: number;
  /** The event as JSON, whatever the sink makes of it. */
  readonly body: string;
  /** Why it was given up, for people. */
  readonly reason: string;
  /** How often it was tried. */
  readonly attempts: number;
  readonly failedAt: Instant;
}

export const AuditDeadLetterEntity = new EntitySchema<AuditDeadLetter>({
  name: 'AuditDeadLetter',
  tableName: 'audit_dead_letters',
  columns: {
    sink: { ...key('sink'), primary: true },
    position: { ...bigint('position'), primary: true },
    body: text('body'),
    reason: text('reason'),
    attempts: integer('attempts'),
    failedAt: bigint('failed_at'),
  },
});
