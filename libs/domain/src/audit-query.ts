import { type AuditAction, type AuditType } from './audit';
import { type Instant } from './time';

/** Which events to list. Members that are undefined leave none out. */
export interface AuditQuery {
  readonly namespaceKey?: string | undefined;
  readonly flagKey?: string | undefined;
  readonly segmentKey?: string | undefined;
  readonly type?: AuditType | undefined;
  readonly action?: AuditAction | undefined;
  /** What the caller is called, letter by letter. */
  readonly actor?: string | undefined;
  /** Events of this moment and later ones. */
  readonly from?: Instant | undefined;
  /** Events before this moment. */
  readonly to?: Instant | undefined;
  /** Only events at lower positions: where the page before has ended. */
  readonly before?: number | undefined;
  /** At least 1. */
  readonly limit: number;
}
