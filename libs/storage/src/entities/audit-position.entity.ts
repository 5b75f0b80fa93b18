import { EntitySchema } from 'typeorm';
import { bigint, key } from './columns';

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
