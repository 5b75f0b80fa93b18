import { type Instant } from './time';

/** What a constraint compares as. */
export const comparisonTypes = ['string', 'number', 'boolean', 'datetime', 'entityId'] as const;
export type ComparisonType = (typeof comparisonTypes)[number];

/** Every operator there is; which of them a comparison type allows is in {@link operatorsByType}. */
export const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'empty',
  'notempty',
  'true',
  'false',
  'present',
  'notpresent',
  'prefix',
  'suffix',
  'isoneof',
  'isnotoneof',
  'contains',
  'notcontains',
] as const;
export type Operator = (typeof operators)[number];

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

const ordering = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'present',
  'notpresent',
  'isoneof',
  'isnotoneof',
] as const;

/** The operators that suit each comparison type. */
export type OperatorsByType = Readonly<Record<ComparisonType, readonly Operator[]>>;

const ofText = [
  'eq',
  'neq',
  'empty',
  'notempty',
  'prefix',
  'suffix',
  'isoneof',
  'isnotoneof',
  'contains',
  'notcontains',
] as const;

/** The operators each comparison type may be created with by the API. */
export const operatorsByType: OperatorsByType = {
  string: ofText,
  number: ordering,
  boolean: ['true', 'false', 'present', 'notpresent'],
  datetime: ordering,
  entityId: ['eq', 'neq', 'isoneof', 'isnotoneof', 'contains', 'notcontains'],
};

/**
 * The operators that a stored constraint may have: documents, and databases of Flipt, compare entity ids in all the
 * ways in which texts are compared.
 */
export const storedOperatorsByType: OperatorsByType = { ...operatorsByType, entityId: ofText };

/** The operators that look at the property alone: whatever value is given with them is dropped. */
export const operatorsWithoutValue: ReadonlySet<Operator> = new Set([
  'true',
  'false',
  'empty',
  'notempty',
  'present',
  'notpresent',
]);
