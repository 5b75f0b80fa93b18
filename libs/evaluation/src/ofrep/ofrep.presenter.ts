import { type JsonObject } from '@bufbuild/protobuf';
import { type Value } from '@bufbuild/protobuf/wkt';
import { EnumWords, fliptOfrep, ofrepErrorCode, type errorStatus } from '@pennon/api';
import { type BooleanResult, type VariantReason, type VariantResult } from '@pennon/snapshot';

/** What a caller is told about an error. */
type Failure = Pick<ReturnType<typeof errorStatus>, 'grpc' | 'message'>;

/** The reasons in the words of OFREP. */
export const reasonWords = new EnumWords<VariantReason, fliptOfrep.EvaluateReason>({
  unknown: fliptOfrep.EvaluateReason.UNKNOWN,
  'flag-disabled': fliptOfrep.EvaluateReason.DISABLED,
  match: fliptOfrep.EvaluateReason.TARGETING_MATCH,
  default: fliptOfrep.EvaluateReason.DEFAULT,
});

// What many answers share; frozen for that reason.
const noMetadata: JsonObject = Object.freeze({});
const booleanValues = { true: booleanValue(true), false: booleanValue(false) } as const;

/** The answer of a boolean flag. Source: contract/evaluation.md 8.1. */
export function presentBoolean({ flagKey: key, isEnabled, reason }: BooleanResult): fliptOfrep.EvaluatedFlag {
  const variant = isEnabled ? 'true' : 'false';
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    reason: reasonWords.toWire(reason),
    variant,
    metadata: noMetadata,
    value: booleanValues[variant],
  };
}

/** The answer of a variant flag; without a variant its value is the empty text. Source: contract/evaluation.md 8.1. */
export function presentVariant(result: VariantResult): fliptOfrep.EvaluatedFlag {
  const { flagKey: key, reason, variantKey } = result;
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    reason: reasonWords.toWire(reason),
    variant: variantKey,
    metadata: metadataOf(result),
    value: { $typeName: 'google.protobuf.Value', kind: { case: 'stringValue', value: variantKey } },
  };
}

/** The entry of a flag that could not be evaluated: it has no value, by which providers know it for a failure. */
export function presentFailure(key: string, { grpc, message }: Failure): fliptOfrep.EvaluatedFlag {
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    reason: fliptOfrep.EvaluateReason.UNKNOWN,
    variant: '',
    errorCode: ofrepErrorCode(grpc),
    errorDetails: message,
  };
}

/** Members that would be empty are left out. */
function metadataOf({ segmentKeys, attachment }: VariantResult): JsonObject {
  if (segmentKeys.length === 0 && attachment === '') return noMetadata;
  const metadata: JsonObject = {};
  if (segmentKeys.length > 0) metadata.segments = segmentKeys.join(',');
  if (attachment !== '') metadata.attachment = attachment;
  return metadata;
}

function booleanValue(value: boolean): Value {
  const kind = Object.freeze({ case: 'boolValue', value });
  return Object.freeze({ $typeName: 'google.protobuf.Value', kind });
}
