import type { fliptEvaluation } from '@pennon/proto';
import { isJsonObject, type Json, type JsonObject } from '@pennon/domain';
import { isText, isTextMap } from './plain-json';

/** The request, if the JSON names its members in camelCase and every value is text. */
export function decodeRequest(json: Json): fliptEvaluation.EvaluationRequest | undefined {
  if (!isJsonObject(json) || hasSnakeCase(json)) return undefined;
  const {
    requestId = '',
    namespaceKey = '',
    flagKey = '',
    entityId = '',
    context = {},
    reference = '',
  } = json;
  const isPlain =
    isText(requestId) &&
    isText(namespaceKey) &&
    isText(flagKey) &&
    isText(entityId) &&
    isText(reference) &&
    isTextMap(context);
  if (!isPlain) return undefined;
  return {
    $typeName: 'flipt.evaluation.EvaluationRequest',
    requestId,
    namespaceKey,
    flagKey,
    entityId,
    context,
    reference,
  };
}

/** The batch, if it and all of its items are as plain as that. */
export function decodeBatch(json: Json): fliptEvaluation.BatchEvaluationRequest | undefined {
  if (!isJsonObject(json) || hasSnakeCase(json)) return undefined;
  const { requestId = '', requests: items = [], reference = '' } = json;
  if (!isText(requestId) || !isText(reference) || !Array.isArray(items)) return undefined;
  const requests: fliptEvaluation.EvaluationRequest[] = [];
  for (const item of items as readonly Json[]) {
    const request = decodeRequest(item);
    if (request === undefined) return undefined;
    requests.push(request);
  }
  return { $typeName: 'flipt.evaluation.BatchEvaluationRequest', requestId, requests, reference };
}

/** If both spellings are given, the general decoder decides. */
function hasSnakeCase(json: JsonObject): boolean {
  return 'request_id' in json || 'namespace_key' in json || 'flag_key' in json || 'entity_id' in json;
}

/** What JSON writes as it is, between the quotes of a text. */
const PLAIN = String.raw`[ !#-[\]-~]*`;
const plain = new RegExp(`^${PLAIN}$`);

/** A member that may stand before the items, or behind them. */
const MEMBER = String.raw`"(?:requestId|reference)"\s*:\s*"${PLAIN}"`;
const opening = new RegExp(String.raw`^\s*\{\s*(?:${MEMBER}\s*,\s*)*"requests"\s*:\s*\[\s*(?=\{)`);
const closing = new RegExp(String.raw`^\s*\]\s*(?:,\s*${MEMBER}\s*)*\}\s*$`);

/** Where one item ends and the next begins, with what separates them. */
const boundary = /\}(\s*,\s*)\{/g;

const flagKeyMember = /"flagKey"\s*:\s*"/;

/**
 * A batch whose items are the same text but for the key of the flag: one entity is asked about several flags, as in
 * nearly every batch. What they have in common is parsed once, which takes a fifth of the time that parsing all of it
 * takes.
 *
 * @returns undefined for any other batch.
 */
export function readAlikeItems(text: string): fliptEvaluation.BatchEvaluationRequest | undefined {
  // Without escapes, a text ends at the next quote.
  if (text.includes('\\')) return undefined;
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  boundary.lastIndex = start;
  const [, comma] = boundary.exec(text) ?? [];
  if (comma === undefined) return undefined;
  const first = alikeItem(text.slice(start, boundary.lastIndex - comma.length - 1));
  if (first === undefined) return undefined;

  const { request, before, behind } = first;
  const between = behind + comma + before;
  const flagKeys: string[] = [];
  let end: number;
  let next = start + before.length;
  do {
    end = text.indexOf('"', next);
    flagKeys.push(text.slice(next, end));
    next = end + between.length;
  } while (text.slice(end, next) === between);
  const rest = text.slice(end + behind.length);
  if (text.slice(end, end + behind.length) !== behind || !closing.test(rest)) return undefined;
  if (!flagKeys.every((flagKey) => plain.test(flagKey))) return undefined;

  const batch = decodeBatch(JSON.parse(text.slice(0, start) + rest) as Json);
  return batch && { ...batch, requests: flagKeys.map((flagKey) => ({ ...request, flagKey })) };
}

/** An item as a pattern: what it asks, and its text before and behind the key of its flag. */
interface AlikeItem {
  readonly request: fliptEvaluation.EvaluationRequest;
  readonly before: string;
  readonly behind: string;
}

/** Undefined for a text that is no plain request, or does not tell where its key stands. */
function alikeItem(text: string): AlikeItem | undefined {
  const json = parsed(text);
  const [member] = flagKeyMember.exec(text) ?? [];
  if (json === undefined || member === undefined || !isJsonObject(json) || !('flagKey' in json))
    return undefined;
  const keyAt = text.indexOf(member) + member.length;
  const behind = text.slice(text.indexOf('"', keyAt));
  // Of two members of that name, one is of the context, or counts for nothing.
  const request = flagKeyMember.test(behind) ? undefined : decodeRequest(json);
  return request && { request, before: text.slice(0, keyAt), behind };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
