import { EntitySchema } from 'typeorm';
import { type AuditAction, type AuditType, type Instant } from '@pennon/domain';
import { bigint, id, key, optionalBigint, optionalText, text, word } from './columns';

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
    actor: key('actor'),
    origin: text('origin'),
    before: optionalText('before_image'),
    after: optionalText('after_image'),
  },
});
