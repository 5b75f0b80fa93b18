import { toJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { fliptOfrep } from '@pennon/api';

/** A flag's entry as the general way writes it: members in the order of the proto, without those that are undefined. */
export function flagText(flag: fliptOfrep.EvaluatedFlag): string {
  const { key, reason, variant, metadata, value, errorCode, errorDetails } = flag;
  return JSON.stringify({
    key,
    reason: fliptOfrep.EvaluateReason[reason],
    variant,
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
