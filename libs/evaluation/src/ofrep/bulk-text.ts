import { fliptOfrep } from '@pennon/api';
import { type EvaluationResult, type VariantResult } from '@pennon/snapshot';
import { joined, quoted } from '../quoted';
import { keepTexts, notesOf } from '../result-notes';
import { type FlagOutcome } from './flag-outcome';
import { flagText } from './flag-text';
import { reasonWords } from './ofrep.presenter';

const { EvaluateReason } = fliptOfrep;

/** A bulk answer as the general way writes it, letter by letter: members in the order of the proto. */
export function bulkText(outcomes: readonly FlagOutcome[]): string {
  let entries = '';
  for (const outcome of outcomes) {
    const entry = outcome.type === 'failure' ? flagText(outcome.entry) : entryText(outcome);
    entries += entries === '' ? entry : `,${entry}`;
  }
  return `{"flags":[${entries}]}`;
}

function entryText(result: EvaluationResult): string {
  const notes = notesOf(result);
  if (notes.entry !== undefined) return notes.entry;
  const entry = writeEntry(result);
  keepTexts(notes, { entry });
  return entry;
}

function writeEntry(result: EvaluationResult): string {
  const { flagKey, reason } = result;
  const opening = `{"key":${quoted(flagKey)},"reason":"${EvaluateReason[reasonWords.toWire(reason)]}",`;
  if (result.type === 'boolean') {
    const value = result.isEnabled ? 'true' : 'false';
    return joined(opening, `"variant":"${value}","metadata":{},"value":${value}}`);
  }
  const variant = quoted(result.variantKey);
  return joined(opening, `"variant":${variant},"metadata":${metadataText(result)},"value":${variant}}`);
}

/** Members that would be empty are left out. */
function metadataText({ segmentKeys, attachment }: VariantResult): string {
  const segments = segmentKeys.length === 0 ? undefined : segmentKeys.join(',');
  return JSON.stringify({ segments, attachment: attachment === '' ? undefined : attachment });
}
