import { fliptOfrep } from '@pennon/api';
import { type BooleanResult, type VariantResult } from '@pennon/evaluator';
import { keptQuoted, quoted } from '../quoted';
import { type FlagOutcome } from './flag-outcome';
import { flagText } from './flag-text';
import { reasonWords } from './ofrep.presenter';

const { EvaluateReason } = fliptOfrep;

/** A bulk answer as the general way writes it, letter by letter: members in the order of the proto. */
export function bulkText(outcomes: readonly FlagOutcome[]): string {
  let entries = '';
  for (const outcome of outcomes) {
    const entry = entryText(outcome);
    entries += entries === '' ? entry : `,${entry}`;
  }
  return `{"flags":[${entries}]}`;
}

function entryText(outcome: FlagOutcome): string {
  switch (outcome.type) {
    case 'boolean':
      return booleanText(quoted(outcome.key), outcome.result);
    case 'variant':
      return variantText(quoted(outcome.key), outcome.result);
    case 'failure':
      return flagText(outcome.entry);
  }
}

function booleanText(key: string, { isEnabled, reason }: BooleanResult): string {
  const value = isEnabled ? 'true' : 'false';
  return `{"key":${key},"reason":"${EvaluateReason[reasonWords.toWire(reason)]}","variant":"${value}","metadata":{},"value":${value}}`;
}

function variantText(key: string, result: VariantResult): string {
  const variant = quoted(result.variantKey);
  return (
    `{"key":${key},"reason":"${EvaluateReason[reasonWords.toWire(result.reason)]}","variant":${variant},` +
    `"metadata":${metadataText(result)},"value":${variant}}`
  );
}

/** Members that would be empty are left out. */
function metadataText({ segmentKeys, attachment }: VariantResult): string {
  const attached = attachment === '' ? '' : `"attachment":${keptQuoted(attachment)}`;
  if (segmentKeys.length === 0) return `{${attached}}`;
  const segments = quoted(segmentKeys.join(','));
  return attached === '' ? `{"segments":${segments}}` : `{"segments":${segments},${attached}}`;
}
