import type { ComparisonType } from './comparison-type';

/** What an operator takes as its value. Lists are JSON arrays, written as text. */
export type ValueKind = 'none' | 'text' | 'number' | 'datetime' | 'texts' | 'numbers' | 'datetimes';

/**
 * One operator, as the code needs it that checks, reads, compiles, suggests, offers or shows constraints.
 *
 * @typeParam Word Every operator. The table itself does not know that yet.
 */
export interface OperatorRow<Word extends string = string> {
  /** The kind of value that the operator takes, by comparison type. It is not allowed with other types. */
  readonly values: Readonly<Partial<Record<ComparisonType, ValueKind>>>;
  /**
   * Types with which requests cannot create a constraint of this operator. Documents and databases of Flipt may have
   * such constraints.
   */
  readonly storedOnly?: readonly ComparisonType[];
  /** The operator in a sentence and in a list of choices, as in `country` _equals_ `NL`. */
  readonly label: string;
  /** Labels for types that need another one. */
  readonly labels?: Readonly<Partial<Record<ComparisonType, string>>>;
  /** Shown behind the label in a list of choices. */
  readonly symbol?: string;
  /** What people write for it in documents: lower case, separated by blanks, without hyphens and underscores. */
  readonly synonyms: string;
  /** The operator with the same meaning for types that lack this one. */
  readonly counterpart?: Word;
  /** True if it negates another operator. */
  readonly isNegative?: true;
  /** True if white space around the value of the context is ignored. */
  readonly isTrimmed?: true;
}
