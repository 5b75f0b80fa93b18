import { EntitySchema } from 'typeorm';
import { type Instant } from '@pennon/domain';
import { bigint, integer, key } from './columns';

/** The turn of a job that was taken last. */
export interface OperationTurn {
  /** Name of the job. */
  readonly operation: string;
  /** How many turns were taken; by it, of those who saw the same turn pass only one takes the next. */
  readonly version: number;
  readonly lastAcquiredAt: Instant;
  /** When the next turn is free. */
  readonly acquiredUntil: Instant;
}

export const OperationLockEntity = new EntitySchema<OperationTurn>({
  name: 'OperationLock',
  tableName: 'operation_lock',
  columns: {
    operation: { ...key('operation'), primary: true },
    version: integer('version'),
    lastAcquiredAt: bigint('last_acquired_at'),
    acquiredUntil: bigint('acquired_until'),
  },
});
