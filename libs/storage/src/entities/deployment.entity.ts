import { EntitySchema } from 'typeorm';
import type { Instant } from '@pennon/domain';
import { bigint, hash, integer, key, mark, optionalText } from './columns';

/** What there is once per database. */
export interface DeploymentRow {
  readonly id: typeof DEPLOYMENT_ID;
  /** Raised by one with every authentication that is revoked. */
  readonly tokenRevision: number;
  /** What tells that revision from others of the same number: see `Revision`. */
  readonly tokenMark: string;
  /** That of the revision before. */
  readonly tokenMarkBefore: string;
  /** Secret by which instances on this database know what they have put into a cache: 32 random bytes, base64url. */
  readonly cacheKey: string;
  /** The oldest version that may use the database. */
  readonly minVersion: string | null;
  /** Features that may be used: see `Feature`. */
  readonly features: string | null;
}

/** The only row. */
export const DEPLOYMENT_ID = 1;

export const DeploymentEntity = new EntitySchema<DeploymentRow>({
  name: 'Deployment',
  tableName: 'deployment',
  columns: {
    id: { ...integer('id'), primary: true },
    tokenRevision: bigint('token_revision'),
    tokenMark: mark('token_mark'),
    tokenMarkBefore: mark('token_mark_before'),
    cacheKey: hash('cache_key'),
    minVersion: optionalText('min_version'),
    features: optionalText('features'),
  },
});

/** The turn of a job that was taken last. */
export interface OperationLease {
  /** Name of the job. */
  readonly operation: string;
  /** How many turns were taken; by it, of those who saw the same turn pass only one takes the next. */
  readonly version: number;
  readonly lastAcquiredAt: Instant;
  /** When the next turn is free. */
  readonly acquiredUntil: Instant;
}

export const OperationLockEntity = new EntitySchema<OperationLease>({
  name: 'OperationLock',
  tableName: 'operation_lock',
  columns: {
    operation: { ...key('operation'), primary: true },
    version: integer('version'),
    lastAcquiredAt: bigint('last_acquired_at'),
    acquiredUntil: bigint('acquired_until'),
  },
});
