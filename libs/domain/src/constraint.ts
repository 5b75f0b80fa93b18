import type { ComparisonType } from './comparison-type';
import type { Operator } from './operators';
import { type Instant } from './time';

/** One comparison of a segment. */
export interface Constraint {
  readonly id: string;
  readonly namespaceKey: string;
  readonly segmentKey: string;
  readonly type: ComparisonType;
  /** The context property compared; always `entityId` for the type of that name. */
  readonly property: string;
  readonly operator: Operator;
  /** The wanted value as text; `''` for operators that take none, JSON array text for `isoneof`. */
  readonly value: string;
  readonly description: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
