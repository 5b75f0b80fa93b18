import { type EvaluationResult } from '@pennon/snapshot';
import { keepTexts, notesOf } from '../result-notes';
import { type FlagOutcome } from './flag-outcome';
import { flagText } from './flag-text';
import { type OfrepDialect } from './ofrep-dialect';

/** The JSON of a bulk answer. What is written of a result is kept with it. */
export function bulkText(outcomes: readonly FlagOutcome[], dialect: OfrepDialect): string {
  let entries = '';
  for (const outcome of outcomes) {
    const entry = outcome.type === 'failure' ? flagText(outcome.entry) : entryText(outcome, dialect);
    entries += entries === '' ? entry : `,${entry}`;
  }
  return `{"flags":[${entries}]}`;
}

function entryText(result: EvaluationResult, dialect: OfrepDialect): string {
  const notes = notesOf(result);
  if (notes.entry !== undefined) return notes.entry;
  const entry = flagText(dialect.present(result));
  keepTexts(notes, { entry });
  return entry;
}
