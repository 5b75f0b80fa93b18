import { type JsonObject } from '@bufbuild/protobuf';
import { EnumWords, fliptOfrep } from '@pennon/proto';
import {
  type BooleanResult,
  type EvaluationResult,
  type VariantReason,
  type VariantResult,
} from '@pennon/snapshot';
import { booleanValues, evaluationMetadata, textValue } from './flag-parts';

/** The reasons as Flipt v1 names them. `DEFAULT` is not among those of OFREP. */
const reasonWords = new EnumWords<VariantReason, fliptOfrep.EvaluateReason>({
  unknown: fliptOfrep.EvaluateReason.UNKNOWN,
  'flag-disabled': fliptOfrep.EvaluateReason.DISABLED,
  match: fliptOfrep.EvaluateReason.TARGETING_MATCH,
  default: fliptOfrep.EvaluateReason.DEFAULT,
});

/** Shared by many answers; frozen for that reason. */
const noMetadata: JsonObject = Object.freeze({});

/** The answer of a flag as Flipt v1 gives it: every flag has a value. */
export function presentForFlipt(result: EvaluationResult): fliptOfrep.EvaluatedFlag {
  return result.type === 'boolean' ? presentBoolean(result) : presentVariant(result);
}

function presentBoolean({ flagKey: key, isEnabled, reason }: BooleanResult): fliptOfrep.EvaluatedFlag {
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

/** Without a variant the value is the empty text. */
function presentVariant(result: VariantResult): fliptOfrep.EvaluatedFlag {
  const { flagKey: key, reason, variantKey } = result;
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    reason: reasonWords.toWire(reason),
    variant: variantKey,
    metadata: evaluationMetadata(result),
    value: textValue(variantKey),
  };
}
