import { fliptEvaluation } from '@pennon/api';
import { type BooleanResult, type VariantResult } from '@pennon/evaluator';
import { type EvaluatedItem } from './evaluate-item';
import { reasonWords } from './evaluation.presenter';
import { timestampMember } from './evaluation.shortcuts';
import { keptQuoted, quoted, quotedList } from './quoted';
import { type Timing } from './stopwatch';

const { EvaluationReason } = fliptEvaluation;

/** A batch's answer as the general way writes it, letter by letter: members in the order of the proto. */
export function batchText(requestId: string, items: readonly EvaluatedItem[], timing: Timing): string {
  const { requestDurationMillis, timestamp } = timing;
  const timed = `"requestDurationMillis":${requestDurationMillis},${timestampMember(timestamp)}`;
  // Few items have an id of their own.
  const anonymous = `"requestId":"",${timed}`;
  let entries = '';
  for (const evaluated of items) {
    const id = evaluated.item.requestId;
    const common = id === '' ? anonymous : `"requestId":${quoted(id)},${timed}`;
    entries += entries === '' ? entryText(evaluated, common) : `,${entryText(evaluated, common)}`;
  }
  return (
    `{"requestId":${quoted(requestId)},"responses":[${entries}],` +
    `"requestDurationMillis":${requestDurationMillis}}`
  );
}

/** @param common The members that the entries share: the id, and when and how long. */
function entryText(evaluated: EvaluatedItem, common: string): string {
  const { type, item } = evaluated;
  switch (type) {
    case 'boolean':
      return booleanText(evaluated.result, evaluated.flagKey, common);
    case 'variant':
      return variantText(evaluated.result, evaluated.flagKey, common);
    case 'missing':
      return (
        `{"type":"ERROR_EVALUATION_RESPONSE_TYPE","errorResponse":{"flagKey":${quoted(item.flagKey)},` +
        `"namespaceKey":${quoted(item.namespaceKey)},"reason":"NOT_FOUND_ERROR_EVALUATION_REASON"}}`
      );
  }
}

function booleanText(result: BooleanResult, flagKey: string, common: string): string {
  return (
    `{"type":"BOOLEAN_EVALUATION_RESPONSE_TYPE","booleanResponse":{"enabled":${result.isEnabled ? 'true' : 'false'},` +
    `"reason":"${EvaluationReason[reasonWords.toWire(result.reason)]}",${common}"flagKey":${quoted(flagKey)},` +
    `"segmentKeys":${quotedList(result.segmentKeys)}}}`
  );
}

function variantText(result: VariantResult, flagKey: string, common: string): string {
  return (
    `{"type":"VARIANT_EVALUATION_RESPONSE_TYPE","variantResponse":{"match":${result.isMatch ? 'true' : 'false'},` +
    `"segmentKeys":${quotedList(result.segmentKeys)},"reason":"${EvaluationReason[reasonWords.toWire(result.reason)]}",` +
    `"variantKey":${quoted(result.variantKey)},"variantAttachment":${keptQuoted(result.attachment)},` +
    `${common}"flagKey":${quoted(flagKey)}}}`
  );
}
