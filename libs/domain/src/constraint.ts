import { type Instant } from './time';

/** What a constraint compares as. */
export const comparisonTypes = ['string', 'number', 'boolean', 'datetime', 'entityId'] as const;
export type ComparisonType = (typeof comparisonTypes)[number];

/** What a constraint can ask. What each operator is allowed with and takes is in the table of `libs/state`. */
export type Operator =
  | 'eq'
  | 'neq'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'empty'
  | 'notempty'
  | 'true'
  | 'false'
  | 'present'
  | 'notpresent'
  | 'prefix'
  | 'suffix'
  | 'isoneof'
  | 'isnotoneof'
  | 'contains'
  | 'notcontains';

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
