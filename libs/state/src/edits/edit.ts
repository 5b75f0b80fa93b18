import {
  FailedPreconditionError,
  InvalidArgumentError,
  invalidField,
  InvalidFieldError,
  type JsonObject,
  type SegmentSelection,
} from '@pennon/domain';
import type { ConstraintInput } from '../operators/normalize-constraint';

/** What to do with one flag, whatever else it is. A member that is undefined does nothing. */
export interface FlagEdit {
  readonly key: string;
  /** How to turn the flag off; false to turn it on. */
  readonly off?: OffEdit | false | undefined;
  readonly enabled?: boolean | undefined;
  /** Key of a variant; `''` for none. */
  readonly defaultVariant?: string | undefined;
  readonly percentage?: PercentageEdit | undefined;
  readonly weights?: WeightsEdit | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: MetadataEdit | undefined;
}

/** What to do with one segment. A member that is undefined does nothing. */
export interface SegmentEdit {
  readonly key: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly constraints?: ConstraintsEdit | undefined;
}

/** That a flag is to be off. Who turned off one that is off already, and when, stay. */
export interface OffEdit {
  /** Undefined to give none, or to leave that of a flag that is off already. */
  readonly reason: string | undefined;
}

/** The share of a boolean flag that gets the value of a threshold rollout. */
export interface PercentageEdit {
  /** Whole percent, 0–100. */
  readonly percent: number;
  /** Place of the threshold among the rollouts, from 1; undefined for the only one, which is made if there is none. */
  readonly rank?: number | undefined;
  /** What that share gets; undefined for true, which the threshold must give already. */
  readonly value?: boolean | undefined;
}

/** How a rule shares its entities out. */
export interface WeightsEdit {
  /** Percent by key of a variant; variants that it lacks get nothing. */
  readonly percents: Readonly<Record<string, number>>;
  /** Place of the rule, from 1; undefined for that of the selection, or for the only one. */
  readonly rank?: number | undefined;
  /** The rule for these segments, which is made at the end if there is none. Not together with a rank. */
  readonly selection?: SegmentSelection | undefined;
  /** True if the percents may add to less than 100: the rest gets nothing. */
  readonly isRestNothing: boolean;
}

/** Top-level members of the metadata. Removing one that is not there does nothing. */
export interface MetadataEdit {
  readonly set: JsonObject;
  readonly remove: readonly string[];
}

/** Constraints to add and to remove. One that is there already, or is not there, stays so. */
export interface ConstraintsEdit {
  readonly add: readonly NewConstraint[];
  readonly remove: readonly ConstraintInput[];
}

/** A constraint that is to be added. */
export interface NewConstraint extends ConstraintInput {
  readonly description: string;
}

/** One kind of edit: what it does to a flag or segment, and when it is refused. */
export interface EditKind<S, V> {
  /**
   * Names of the items of the part that it sets, so that none is set twice; undefined for the part as a whole. An edit
   * of rows has none: which rows it means depends on the state, so it tells them with {@link EditSpot.replace}.
   */
  readonly items?: (value: V) => readonly string[];
  /**
   * The state after the edit; it says the same of every other part.
   *
   * @throws InvalidFieldError if the edit means nothing, whatever the state.
   * @throws FailedPreconditionError if it cannot be done with this state.
   */
  readonly apply: (state: S, value: V, spot: EditSpot) => S;
}

/** A row for every member of an edit, in the order in which they are carried out. */
export type EditTable<S, E> = {
  readonly [M in Exclude<keyof E, 'key'>]-?: EditKind<S, NonNullable<E[M]>>;
};

/** Where an edit stands in a change, for errors. */
export class EditSpot {
  /**
   * @param path Of the edit, such as `edits.flags[0]`.
   * @param subject What it edits, such as `flag "checkout"`.
   * @param rows Rows that the edits of the change have set so far.
   */
  constructor(
    readonly path: string,
    readonly subject: string,
    private readonly rows: Set<object>,
  ) {}

  /** Refuses what means nothing. @param field Name of a member of the edit. @throws InvalidFieldError */
  refuse(field: string, problem: string): never {
    throw invalidField(`${this.path}.${field}`, problem);
  }

  /**
   * What a law of the domain returns.
   *
   * @param within Name of the member of the edit that the law is about; the law itself names it, unless given.
   * @throws InvalidFieldError if it is broken.
   */
  hold<T>(law: () => T, within?: string): T {
    try {
      return law();
    } catch (error) {
      if (error instanceof InvalidFieldError)
        return this.refuse(
          [within, error.field].filter((name) => name !== undefined).join('.'),
          error.problem,
        );
      if (error instanceof InvalidArgumentError && within !== undefined)
        return this.refuse(within, error.message);
      throw error;
    }
  }

  /** Refuses what this state has no room for. @param field Name of a member of the edit. */
  fail(field: string, problem: string): never {
    const path = `${this.path}.${field}`;
    throw new FailedPreconditionError(`${path} cannot be applied: ${this.subject} ${problem}`, {
      info: { reason: 'EDIT_IMPOSSIBLE', metadata: { field: path } },
    });
  }

  /** Refuses what an edit before it has set. @param part Such as `rule 1`. @throws InvalidFieldError */
  refuseAgain(part: string): never {
    throw invalidField(this.path, `sets ${part} of ${this.subject} a second time`);
  }

  /** The row that replaces another. @throws InvalidFieldError if an edit of the same change has set that one. */
  replace<Row extends object>(part: string, before: Row | undefined, after: Row): Row {
    if (before !== undefined && this.rows.has(before)) this.refuseAgain(part);
    this.rows.add(after);
    return after;
  }
}
