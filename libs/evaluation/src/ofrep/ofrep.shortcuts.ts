import { toJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { fliptOfrep, type JsonShortcut } from '@pennon/api';
import { isJsonObject, type Json } from '@pennon/domain';
import { isText, isTextMap } from '../plain-json';

/** JSON of the RPC for one flag. */
export const flagShortcut: JsonShortcut<
  typeof fliptOfrep.EvaluateFlagRequestSchema,
  typeof fliptOfrep.EvaluatedFlagSchema
> = {
  decode: decodeFlag,
  encode: (flag) => JSON.stringify(flagJson(flag)),
};

/** JSON of the bulk RPC. */
export const bulkShortcut: JsonShortcut<
  typeof fliptOfrep.EvaluateBulkRequestSchema,
  typeof fliptOfrep.BulkEvaluationResponseSchema
> = {
  decode: decodeBulk,
  encode: ({ flags }) => JSON.stringify({ flags: flags.map(flagJson) }),
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

/** Members in the order of the proto, as the general way writes them; those that are undefined are not written. */
function flagJson(flag: fliptOfrep.EvaluatedFlag): object {
  const { key, reason, variant, metadata, value, errorCode, errorDetails } = flag;
  return {
    key,
    reason: fliptOfrep.EvaluateReason[reason],
    variant,
    metadata,
    value: value && valueJson(value),
    errorCode,
    errorDetails,
  };
}

/** Flags have text and booleans for values; any other kind takes the general way. */
function valueJson(value: Value): JsonValue {
  const { kind } = value;
  return kind.case === 'stringValue' || kind.case === 'boolValue' ? kind.value : toJson(ValueSchema, value);
}
