import { fliptEvaluation } from '@pennon/api';
import { type EvaluationResult } from '@pennon/snapshot';
import { reasonWords } from './evaluation.presenter';
import { joined, quoted, quotedList } from './quoted';
import { quotedId } from './request-id';
import { keepTexts, notesOf } from './result-notes';
import { type Timing } from './stopwatch';

const { EvaluationReason } = fliptEvaluation;

// Members in the order of the proto, as the general way writes them. Only text from outside needs escaping.

/** The JSON of an answer, letter by letter as the general way writes it. @param call As {@link callText} writes it. */
export function resultText(result: EvaluationResult, call: string): string {
  const notes = notesOf(result);
  const { head, tail } = notes;
  if (head !== undefined && tail !== undefined) return head + call + tail;
  const texts = textsOf(result);
  keepTexts(notes, texts);
  return texts.head + call + texts.tail;
}

function textsOf(result: EvaluationResult): { readonly head: string; readonly tail: string } {
  const reason = `"reason":"${EvaluationReason[reasonWords.toWire(result.reason)]}",`;
  const flagKey = `"flagKey":${quoted(result.flagKey)}`;
  const segmentKeys = `"segmentKeys":${quotedList(result.segmentKeys)}`;
  if (result.type === 'boolean') {
    const enabled = `"enabled":${result.isEnabled ? 'true' : 'false'},`;
    return { head: joined('{', enabled, reason), tail: joined(flagKey, ',', segmentKeys, '}') };
  }
  const match = `"match":${result.isMatch ? 'true' : 'false'},`;
  const variant = `"variantKey":${quoted(result.variantKey)},"variantAttachment":${quoted(result.attachment)},`;
  return { head: joined('{', match, segmentKeys, ',', reason, variant), tail: joined(flagKey, '}') };
}

/** The members of an answer that tell of its call. */
export function callText(requestId: string, { requestDurationMillis, epochMs }: Timing): string {
  return `"requestId":${quotedId(requestId)},"requestDurationMillis":${requestDurationMillis},"timestamp":"${momentText(epochMs)}",`;
}

/** The last moment that was written: many answers share a millisecond. */
let lastMoment = { epochMs: NaN, text: '' };

/** Trailing zeros go as the proto3 rules have it. */
function momentText(epochMs: number): string {
  if (epochMs !== lastMoment.epochMs)
    lastMoment = { epochMs, text: new Date(epochMs).toISOString().replace('.000Z', 'Z') };
  return lastMoment.text;
}
