import { type ReactElement, useState } from 'react';
import { ConflictDialog } from './conflict-dialog';
import { type Choices, type Conflict } from './use-editing';

interface Question<Values> {
  readonly conflicts: readonly Conflict<Values>[];
  readonly answer: (choices: Choices<Values> | undefined) => void;
}

export interface ConflictQuestion<Values> {
  /** Asks about conflicts; resolves with nothing chosen when there are none, with undefined when it was put off. */
  readonly ask: (conflicts: readonly Conflict<Values>[]) => Promise<Choices<Values> | undefined>;
  /** The open question, to be put into the page. */
  readonly dialog: ReactElement | undefined;
}

/** The question what a field is to have that two people changed. */
export function useConflictQuestion<Values>(
  labels: Readonly<Record<keyof Values, string>>,
): ConflictQuestion<Values> {
  const [question, setQuestion] = useState<Question<Values>>();
  return {
    ask: async (conflicts) => {
      if (conflicts.length === 0) return new Map();
      return new Promise((resolve) => {
        setQuestion({
          conflicts,
          answer: (choices) => {
            setQuestion(undefined);
            resolve(choices);
          },
        });
      });
    },
    dialog: question && (
      <ConflictDialog conflicts={question.conflicts} labels={labels} onAnswer={question.answer} />
    ),
  };
}
