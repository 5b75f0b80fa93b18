import { type EvaluatedItem } from './evaluate-item';
import { quoted } from './quoted';
import { quotedId } from './request-id';
import { callText, resultText } from './result-text';
import { type Timing } from './stopwatch';

/** What an entry says before the answer that it holds, by the type of the flag. */
const openings = {
  boolean: '{"type":"BOOLEAN_EVALUATION_RESPONSE_TYPE","booleanResponse":',
  variant: '{"type":"VARIANT_EVALUATION_RESPONSE_TYPE","variantResponse":',
} as const;

/** A batch's answer as the general way writes it, letter by letter: members in the order of the proto. */
export function batchText(requestId: string, items: readonly EvaluatedItem[], timing: Timing): string {
  // Few items have an id of their own.
  const anonymous = callText('', timing);
  let entries = '';
  for (const evaluated of items) {
    const id = evaluated.item.requestId;
    const entry = entryText(evaluated, id === '' ? anonymous : callText(id, timing));
    entries += entries === '' ? entry : `,${entry}`;
  }
  return (
    `{"requestId":${quotedId(requestId)},"responses":[${entries}],` +
    `"requestDurationMillis":${timing.requestDurationMillis}}`
  );
}

/** @param call What the answer tells of its call. */
function entryText({ item, result }: EvaluatedItem, call: string): string {
  if (result !== undefined) return `${openings[result.type]}${resultText(result, call)}}`;
  return (
    `{"type":"ERROR_EVALUATION_RESPONSE_TYPE","errorResponse":{"flagKey":${quoted(item.flagKey)},` +
    `"namespaceKey":${quoted(item.namespaceKey)},"reason":"NOT_FOUND_ERROR_EVALUATION_REASON"}}`
  );
}
