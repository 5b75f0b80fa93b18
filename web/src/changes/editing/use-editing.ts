import { useState } from 'react';

/** How the value of each field is written: for comparing two, and for showing both in a conflict. */
export type FieldTexts<Values> = { readonly [Name in keyof Values]: (value: Values[Name]) => string };

/** The person's own value of a field, or that which somebody else has saved meanwhile. */
export type Choice = 'yours' | 'theirs';

/** Which value each field in conflict is to have; yours unless said. */
export type Choices<Values> = ReadonlyMap<keyof Values, Choice>;

/** A field that was entered here and has changed elsewhere, to something else. */
export interface Conflict<Values> {
  readonly name: keyof Values;
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

  const isSame = <Name extends keyof Values>(name: Name, one: Values[Name], other: Values[Name]): boolean =>
    texts[name](one) === texts[name](other);
  const names = namesOf<Values>(stored).filter((name) => name in edits.entered);
  const withEntered = (from: Values, { entered }: Edits<Values>): Values => ({ ...from, ...entered });
  const values = withEntered(stored, edits);

  const conflictsWith = (state: Values): readonly Conflict<Values>[] =>
    names.flatMap((name) => {
      const base = { ...stored, ...edits.base };
      if (isSame(name, state[name], base[name]) || isSame(name, state[name], values[name])) return [];
      return [{ name, yours: texts[name](values[name]), theirs: texts[name](state[name]) }];
    });

  return {
    values,
    edits,
    isDirty: names.some((name) => !isSame(name, values[name], stored[name])),
    conflicts: conflictsWith(stored),
    change: (name, value) => {
      setEdits(({ entered, base }) => ({
        entered: { ...entered, [name]: value },
        base: name in base ? base : { ...base, [name]: stored[name] },
      }));
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
