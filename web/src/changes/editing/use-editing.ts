import { useState } from 'react';

/**
 * How the value of each field is written: for comparing two, and for showing both in a conflict. A field that has none
 * is written as the text that it is, or as JSON.
 */
export type FieldTexts<Values> = { readonly [Name in keyof Values]?: (value: Values[Name]) => string };

/** Which value each field in conflict is to have; yours unless said. */
export type Choices<Values> = ReadonlyMap<keyof Values, 'yours' | 'theirs'>;

/** A field that was entered here and has changed elsewhere, to something else. */
export interface Conflict<Values> {
  readonly name: keyof Values;
  readonly before: string;
  readonly yours: string;
  readonly theirs: string;
}

export interface Editing<Values> {
  /** What the form shows: what was entered, and what is stored where nothing was. */
  readonly values: Values;
  readonly isDirty: boolean;
  readonly edits: Edits<Values>;
  /** What is stored changed under what was entered. */
  readonly conflicts: readonly Conflict<Values>[];
  readonly change: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Takes several values that are entered at once. */
  readonly enter: (values: Partial<Values>) => void;
  readonly reset: () => void;
  /** Forgets what was saved; what was entered while that went on stays entered. */
  readonly saved: (values: Values) => void;
  /** Goes on with what was entered before. */
  readonly restore: (edits: Edits<Values>) => void;
  /** The conflicts with a state that was read just now. */
  readonly conflictsWith: (stored: Values) => readonly Conflict<Values>[];
  /** Settles conflicts: gives what the form holds then, based on `stored`. */
  readonly settle: (stored: Values, choices: Choices<Values>) => Values;
}

/** What was entered, field by field. */
export interface Edits<Values> {
  readonly entered: Partial<Values>;
  /** What was stored when each entered field was first changed. */
  readonly base: Partial<Values>;
}

/**
 * What somebody enters over what is stored. Fields that were not touched follow what is stored; nothing that was
 * entered is ever overwritten.
 *
 * @param begun What counts as entered from the start.
 */
export function useEditing<Values extends object>(
  stored: Values,
  texts: FieldTexts<Values>,
  begun: Partial<Values> = {},
): Editing<Values> {
  const [edits, setEdits] = useState<Edits<Values>>({ entered: begun, base: {} });

  const textOf = <Name extends keyof Values>(name: Name, value: Values[Name]): string =>
    texts[name]?.(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  const isSame = <Name extends keyof Values>(name: Name, one: Values[Name], other: Values[Name]): boolean =>
    textOf(name, one) === textOf(name, other);
  const names = namesOf<Values>(stored).filter((name) => name in edits.entered);
  const withEntered = (from: Values, { entered }: Edits<Values>): Values => ({ ...from, ...entered });
  const values = withEntered(stored, edits);

  const conflictsWith = (state: Values): readonly Conflict<Values>[] =>
    names.flatMap((name) => {
      const base = { ...stored, ...edits.base };
      if (isSame(name, state[name], base[name]) || isSame(name, state[name], values[name])) return [];
      const [before, yours, theirs] = [base, values, state].map((each) => textOf(name, each[name])) as [
        string,
        string,
        string,
      ];
      return [{ name, before, yours, theirs }];
    });

  const enter = (next: Partial<Values>): void => {
    setEdits(({ entered, base }) => {
      const now = { ...stored, ...entered };
      const changed = namesOf<Values>(next).filter((name) => next[name] !== now[name]);
      return {
        entered: { ...entered, ...pick(next, changed) },
        base: { ...pick(stored, changed), ...base },
      };
    });
  };

  return {
    values,
    edits,
    isDirty: names.some((name) => !isSame(name, values[name], stored[name])),
    conflicts: conflictsWith(stored),
    enter,
    change: (name, value) => {
      enter({ [name]: value } as unknown as Partial<Values>);
    },
    reset: () => {
      setEdits({ entered: {}, base: {} });
    },
    saved: (done) => {
      setEdits(({ entered }) => {
        const later = namesOf<Values>(entered).filter(
          (name) => !isSame(name, { ...done, ...entered }[name], done[name]),
        );
        return { entered: pick(entered, later), base: pick(done, later) };
      });
    },
    restore: setEdits,
    conflictsWith,
    settle: (state, choices) => {
      const settled = (entered: Partial<Values>): Edits<Values> => {
        const kept = namesOf<Values>(entered).filter((name) => choices.get(name) !== 'theirs');
        return { entered: pick(entered, kept), base: pick(state, kept) };
      };
      // More may have been entered since the state was read.
      setEdits((now) => settled(now.entered));
      return withEntered(state, settled(edits.entered));
    },
  };
}

function namesOf<Values extends object>(values: Partial<Values>): (keyof Values)[] {
  return Object.keys(values) as (keyof Values)[];
}

function pick<Values extends object>(
  values: Partial<Values>,
  names: readonly (keyof Values)[],
): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}
