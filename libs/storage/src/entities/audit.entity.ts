import { EntitySchema } from 'typeorm';
import type { AuditAction, AuditType, Instant } from '@pennon/domain';
import { bigint, id, integer, key, mark, optionalBigint, optionalText, text, word } from './columns';

/** An event of the audit log. */
export interface AuditEventRow {
  readonly position: number;
  readonly id: string;
  readonly at: Instant;
  readonly type: AuditType;
  readonly action: AuditAction;
  /** `''` for what is in no namespace, as with the flag and the segment. */
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly segmentKey: string;
  readonly key: string;
  readonly revision: number | null;
  /** `''` for none. */
  readonly revisionMark: string;
  readonly actor: string;
  /** The rest of the origin: JSON. */
  readonly origin: string;
  /** JSON, as is what follows. */
  readonly before: string | null;
  readonly after: string | null;
}

export const AuditEventEntity = new EntitySchema<AuditEventRow>({
  name: 'AuditEvent',
  tableName: 'audit_events',
  columns: {
    position: { ...bigint('position'), primary: true },
    id: id('id'),
    at: bigint('at'),
    type: word('type'),
    action: word('action'),
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    segmentKey: key('segment_key'),
    key: key('key'),
    revision: optionalBigint('revision'),
    revisionMark: mark('revision_mark'),
    actor: key('actor'),
    origin: text('origin'),
    before: optionalText('before_image'),
    after: optionalText('after_image'),
  },
});

/** A place in the audit log. */
export interface AuditPositionRow {
  /** {@link END_OF_LOG}, or what a sink is called. */
  readonly name: string;
  /** Of the last event that is there, or that the sink has taken; 0 for none. */
  readonly position: number;
}

/** The row that says how many events there were; whoever adds some holds it until the commit. */
export const END_OF_LOG = 'end';

export const AuditPositionEntity = new EntitySchema<AuditPositionRow>({
  name: 'AuditPosition',
  tableName: 'audit_positions',
  columns: {
    name: { ...key('name'), primary: true },
    position: bigint('position'),
  },
});

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
