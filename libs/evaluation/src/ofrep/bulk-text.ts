import { fliptOfrep } from '@pennon/api';
import { type BooleanResult, type VariantResult } from '@pennon/evaluator';
import { type JsonTexts } from '../json-texts';
import { type FlagOutcome } from './flag-outcome';
import { flagText } from './flag-text';
import { reasonWords } from './ofrep.presenter';

/** The names of reasons on the wire, as JSON. */
const reasons = {
  unknown: nameOf('unknown'),
  'flag-disabled': nameOf('flag-disabled'),
  match: nameOf('match'),
  default: nameOf('default'),
} as const;

/** A bulk answer as the general way writes it, letter by letter: members in the order of the proto. */
export function bulkText(outcomes: readonly FlagOutcome[], texts: JsonTexts): string {
  let entries = '';
  for (const outcome of outcomes) {
    const entry = entryText(outcome, texts);
    entries += entries === '' ? entry : `,${entry}`;
  }
  return `{"flags":[${entries}]}`;
}

function entryText(outcome: FlagOutcome, texts: JsonTexts): string {
  switch (outcome.type) {
    case 'boolean':
      return booleanText(texts.of(outcome.key), outcome.result);
    case 'variant':
      return variantText(texts.of(outcome.key), outcome.result, texts);
    case 'failure':
      return flagText(outcome.entry);
  }
}

function booleanText(key: string, { isEnabled, reason }: BooleanResult): string {
  const value = isEnabled ? 'true' : 'false';
  return `{"key":${key},"reason":${reasons[reason]},"variant":"${value}","metadata":{},"value":${value}}`;
}

function variantText(key: string, result: VariantResult, texts: JsonTexts): string {
  const variant = texts.of(result.variantKey);
  return (
    `{"key":${key},"reason":${reasons[result.reason]},"variant":${variant},` +
    `"metadata":${metadataText(result, texts)},"value":${variant}}`
  );
}

/** Members that would be empty are left out. */
function metadataText({ segmentKeys, attachment }: VariantResult, texts: JsonTexts): string {
  const attached = attachment === '' ? '' : `"attachment":${texts.of(attachment)}`;
  const [first, second] = segmentKeys;
  if (first === undefined) return `{${attached}}`;
  // Which of several segments match depends on the entity: too many texts to keep.
  const segments = second === undefined ? texts.of(first) : JSON.stringify(segmentKeys.join(','));
  return attached === '' ? `{"segments":${segments}}` : `{"segments":${segments},${attached}}`;
}

function nameOf(reason: VariantResult['reason']): string {
  return JSON.stringify(fliptOfrep.EvaluateReason[reasonWords.toWire(reason)]);
}
