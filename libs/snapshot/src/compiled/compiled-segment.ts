import type { DatetimeValue, MatchType, OperatorOf } from '@pennon/domain';

/**
 * One comparison with its wanted value parsed: one kind per way of matching, so that an evaluation dispatches on
 * `kind` and allocates nothing for it.
 */
export type CompiledConstraint =
  | BlankConstraint
  | TextConstraint
  | TextListConstraint
  | NumberConstraint
  | NumberListConstraint
  | BooleanConstraint
  | DatetimeConstraint
  | NeverConstraint;

interface Comparison {
  /** The context property that is compared; undefined when the entity id is. */
  readonly property: string | undefined;
}

/** `empty`, `notempty`, `present`, `notpresent`: is there anything but white space? */
export interface BlankConstraint extends Comparison {
  readonly kind: 'blank';
  readonly isBlankWanted: boolean;
}

/** Operators that compare two texts. */
export type TextOperator = OperatorOf<'string', 'text'> | OperatorOf<'entityId', 'text'>;

/** A text, or the entity id, against one text. */
export interface TextConstraint extends Comparison {
  readonly kind: 'text';
  readonly operator: TextOperator;
  readonly wanted: string;
}

/** A text, or the entity id, against a list: `isoneof` when it must be in it, `isnotoneof` when it must not. */
export interface TextListConstraint extends Comparison {
  readonly kind: 'text-list';
  readonly isMemberWanted: boolean;
  readonly list: ReadonlySet<string>;
}

/** Operators that compare two values with an order. */
export type OrderOperator = OperatorOf<'number', 'number'> | OperatorOf<'datetime', 'datetime'>;

/** A number against one number, which may be infinite or NaN. */
export interface NumberConstraint extends Comparison {
  readonly kind: 'number';
  readonly operator: OrderOperator;
  readonly wanted: number;
}

/** A number against a list of finite numbers. */
export interface NumberListConstraint extends Comparison {
  readonly kind: 'number-list';
  readonly isMemberWanted: boolean;
  readonly list: ReadonlySet<number>;
}

/** A boolean that must be the one wanted. */
export interface BooleanConstraint extends Comparison {
  readonly kind: 'boolean';
  readonly wanted: boolean;
}

/** A moment against one moment. */
export interface DatetimeConstraint extends Comparison {
  readonly kind: 'datetime';
  readonly operator: OrderOperator;
  readonly wanted: DatetimeValue;
}

/** No value matches: the wanted value cannot be parsed, or the type does not know the operator. */
export interface NeverConstraint extends Comparison {
  readonly kind: 'never';
}

/**
 * A named group of entities. It has room for what was found out last, because to look that up elsewhere takes as long
 * as to find it out again.
 */
export class CompiledSegment {
  /** Of which question the {@link lastVerdict} is; 0 for none. */
  lastQuestion = 0;
  /** Whether the entity in question is in the segment. */
  lastVerdict = false;

  constructor(
    readonly key: string,
    readonly matchType: MatchType,
    readonly constraints: readonly CompiledConstraint[],
  ) {}
}
