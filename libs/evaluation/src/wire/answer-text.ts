import { MICROS_PER_MILLISECOND, timestampText } from '@pennon/domain';
import type { fliptEvaluation } from '@pennon/proto';
import type { EvaluationResult, VariantReason } from '@pennon/snapshot';
import type { Timing } from '../call-details';
import { quoted } from './plain-json';
import { keepTexts, notesOf } from './result-notes';

// Members in the order of the proto, letter by letter as the general way writes them.

/** The reasons by their names in JSON. Those of variant flags are all there are. */
export const reasonNames: Readonly<Record<VariantReason, keyof typeof fliptEvaluation.EvaluationReason>> = {
  match: 'MATCH_EVALUATION_REASON',
  default: 'DEFAULT_EVALUATION_REASON',
  'flag-disabled': 'FLAG_DISABLED_EVALUATION_REASON',
  unknown: 'UNKNOWN_EVALUATION_REASON',
};

/** The JSON of an answer. What it says of the result alone is kept with it. @param call By {@link callText}. */
export function resultText(result: EvaluationResult, call: string): string {
  const notes = notesOf(result);
  const { head, tail } = notes;
  if (head !== undefined && tail !== undefined) return head + call + tail;
  const texts = textsOf(result);
  keepTexts(notes, texts);
  return texts.head + call + texts.tail;
}

/** What an answer says before and after the members of its call. */
function textsOf(result: EvaluationResult): { readonly head: string; readonly tail: string } {
  const { flagKey, segmentKeys } = result;
  const reason = reasonNames[result.reason];
  const [before, after] =
    result.type === 'boolean'
      ? [
          { enabled: result.isEnabled, reason },
          { flagKey, segmentKeys },
        ]
      : [
          {
            match: result.isMatch,
            segmentKeys,
            reason,
            variantKey: result.variantKey,
            variantAttachment: result.attachment,
          },
          { flagKey },
        ];
  // In one piece each: what `+` makes is put together every time that it is written.
  return {
    head: [JSON.stringify(before).slice(0, -1), ''].join(','),
    tail: ['', JSON.stringify(after).slice(1)].join(','),
  };
}

/** The members of an answer that tell of its call, which stand together. */
export function callText(requestId: string, { requestDurationMillis, epochMs }: Timing): string {
  return (
    `"requestId":${quoted(requestId)},"requestDurationMillis":${requestDurationMillis},` +
    `"timestamp":"${momentText(epochMs)}"`
  );
}

/** The moment that was written last: many answers share one, and to write it takes half as long as all of an answer. */
let last = { epochMs: NaN, text: '' };

function momentText(epochMs: number): string {
  if (epochMs !== last.epochMs) {
    last = { epochMs, text: timestampText(epochMs * MICROS_PER_MILLISECOND) };
  }
  return last.text;
}
