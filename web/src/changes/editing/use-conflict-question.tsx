import { lazy, type ReactElement, Suspense, useState } from 'react';
import { commonCopy } from '@/copy/common';
import { type Choices as RowChoices } from '../conflict-rows';
import { type Choices, type Conflict } from './use-editing';

// Two people seldom edit the same.
const ConflictDialog = lazy(async () => ({ default: (await import('../conflict-dialog')).ConflictDialog }));

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
      <Suspense>
        <ConflictDialog
          rows={question.conflicts.map(({ name, ...values }) => ({
            ...values,
            id: String(name),
            label: labels[name],
          }))}
          later={commonCopy.keepEditing}
          onAnswer={(choices) => {
            question.answer(choices && choicesOf(question.conflicts, choices));
          }}
        />
      </Suspense>
    ),
  };
}

function choicesOf<Values>(conflicts: readonly Conflict<Values>[], choices: RowChoices): Choices<Values> {
  return new Map(
    conflicts.map(({ name }) => [name, choices.get(String(name)) === 'theirs' ? 'theirs' : 'yours']),
  );
}
