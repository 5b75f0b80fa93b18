import { toJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { fliptOfrep } from '@pennon/api';

/**
 * A flag's entry: members in the order of the proto, without those that are missing. A flag without a value has no
 * variant, and one that could not be evaluated has no reason either, though the message cannot say so.
 */
export function flagText(flag: fliptOfrep.EvaluatedFlag): string {
  const { key, reason, variant, metadata, value, errorCode, errorDetails } = flag;
  return JSON.stringify({
    key,
    reason: errorCode === undefined ? fliptOfrep.EvaluateReason[reason] : undefined,
    variant: value && variant,
    metadata,
    value: value && valueJson(value),
    errorCode,
    errorDetails,
  });
}

/** Flags have text and booleans for values; any other kind takes the general way. */
function valueJson(value: Value): JsonValue {
  const { kind } = value;
  return kind.case === 'stringValue' || kind.case === 'boolValue' ? kind.value : toJson(ValueSchema, value);
}
