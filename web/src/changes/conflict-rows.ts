/** Something that was changed here, and elsewhere to something else. */
export interface ConflictRow {
  /** What the choice about it is kept under. */
  readonly id: string;
  readonly label: string;
  /** Who changed it elsewhere, and that like. */
  readonly note?: string;
  /** True where both values can be kept, as new rules at one place. */
  readonly mayBeBoth?: boolean;
  /** What it was before both. */
  readonly before: string;
  readonly yours: string;
  readonly theirs: string;
}

/** Which of the two values is to be. */
export type Choice = 'yours' | 'theirs' | 'both';

/** By id; what {@link defaultChoice} says unless one was made. */
export type Choices = ReadonlyMap<string, Choice>;

/** Both where that can be, and otherwise what the person entered. */
export function defaultChoice({ mayBeBoth = false }: ConflictRow): Choice {
  return mayBeBoth ? 'both' : 'yours';
}
