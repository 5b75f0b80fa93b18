import type { JsonShortcut } from '@pennon/api';
import type { fliptOfrep } from '@pennon/proto';
import { isJsonObject, type Json } from '@pennon/domain';
import { isText, isTextMap } from '../wire/plain-json';

/** JSON of the RPC for one flag. */
export const flagShortcut: JsonShortcut<typeof fliptOfrep.EvaluateFlagRequestSchema> = {
  decode: decodeFlag,
};

/** JSON of the bulk RPC. */
export const bulkShortcut: JsonShortcut<typeof fliptOfrep.EvaluateBulkRequestSchema> = {
  decode: decodeBulk,
};

/** The request, if key and context are plain text. */
function decodeFlag(json: Json): fliptOfrep.EvaluateFlagRequest | undefined {
  if (!isJsonObject(json)) return undefined;
  const { key = '', context = {} } = json;
  if (!isText(key) || !isTextMap(context)) return undefined;
  return { $typeName: 'flipt.ofrep.EvaluateFlagRequest', key, context };
}

/** The request, if its context is plain text. */
function decodeBulk(json: Json): fliptOfrep.EvaluateBulkRequest | undefined {
  if (!isJsonObject(json)) return undefined;
  const { context = {} } = json;
  return isTextMap(context) ? { $typeName: 'flipt.ofrep.EvaluateBulkRequest', context } : undefined;
}
