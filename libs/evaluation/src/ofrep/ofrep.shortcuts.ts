import { toJson } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { fliptOfrep, type JsonShortcut } from '@pennon/api';
import { type Json, type JsonObject } from '@pennon/domain';

/** JSON of the RPC for one flag. */
export const flagShortcut: JsonShortcut<
  typeof fliptOfrep.EvaluateFlagRequestSchema,
  typeof fliptOfrep.EvaluatedFlagSchema
> = {
  decode: decodeFlag,
  encode: flagText,
};

/** JSON of the bulk RPC. */
export const bulkShortcut: JsonShortcut<
  typeof fliptOfrep.EvaluateBulkRequestSchema,
  typeof fliptOfrep.BulkEvaluationResponseSchema
> = {
  decode: decodeBulk,
  encode: ({ flags }) => `{"flags":[${flags.map(flagText).join(',')}]}`,
};

/** The request, if key and context are plain text. */
function decodeFlag(json: Json): fliptOfrep.EvaluateFlagRequest | undefined {
  if (!isObject(json)) return undefined;
  const { key = '', context = {} } = json;
  if (!isText(key) || !isTextMap(context)) return undefined;
  return { $typeName: 'flipt.ofrep.EvaluateFlagRequest', key, context };
}

/** The request, if its context is plain text. */
function decodeBulk(json: Json): fliptOfrep.EvaluateBulkRequest | undefined {
  if (!isObject(json)) return undefined;
  const { context = {} } = json;
  return isTextMap(context) ? { $typeName: 'flipt.ofrep.EvaluateBulkRequest', context } : undefined;
}

function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isTextMap(json: Json): json is Record<string, string> {
  if (!isObject(json)) return false;
  for (const key in json) if (!isText(json[key]) || !key.isWellFormed()) return false;
  return true;
}

/** Text that the general way takes as it is. */
function isText(json: Json | undefined): json is string {
  return typeof json === 'string' && json.isWellFormed();
}

// Members in the order of the proto, as the general way writes them. Only text from outside needs escaping.

function flagText(flag: fliptOfrep.EvaluatedFlag): string {
  const { key, reason, variant, metadata, value, errorCode, errorDetails } = flag;
  return (
    `{"key":${JSON.stringify(key)},"reason":"${fliptOfrep.EvaluateReason[reason]}",` +
    `"variant":${JSON.stringify(variant)}` +
    (metadata === undefined ? '' : `,"metadata":${JSON.stringify(metadata)}`) +
    (value === undefined ? '' : `,"value":${valueText(value)}`) +
    (errorCode === undefined ? '' : `,"errorCode":${JSON.stringify(errorCode)}`) +
    (errorDetails === undefined ? '' : `,"errorDetails":${JSON.stringify(errorDetails)}`) +
    '}'
  );
}

/** Flags have text and booleans for values; any other kind takes the general way. */
function valueText(value: Value): string {
  const { kind } = value;
  return kind.case === 'stringValue' || kind.case === 'boolValue'
    ? JSON.stringify(kind.value)
    : JSON.stringify(toJson(ValueSchema, value));
}
