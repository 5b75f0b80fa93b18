import { fliptOfrep } from '@pennon/proto';
import { type BooleanResult, type EvaluationResult, type VariantResult } from '@pennon/snapshot';
import { booleanValues, evaluationMetadata, textValue } from './flag-parts';

const { DISABLED, SPLIT, STATIC, TARGETING_MATCH, UNKNOWN } = fliptOfrep.EvaluateReason;

/**
 * The answer of a flag as OFREP 0.3.0 has it. A variant flag that is disabled, or has no variant for the entity, has no
 * value: the application uses the default in its code.
 */
export function presentForOpenFeature(result: EvaluationResult): fliptOfrep.EvaluatedFlag {
  return result.type === 'boolean' ? presentBoolean(result) : presentVariant(result);
}

function presentBoolean(result: BooleanResult): fliptOfrep.EvaluatedFlag {
  const variant = result.isEnabled ? 'true' : 'false';
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key: result.flagKey,
    reason: reasonOf(result),
    variant,
    metadata: { ...result.metadata },
    value: booleanValues[variant],
  };
}

function presentVariant(result: VariantResult): fliptOfrep.EvaluatedFlag {
  const { flagKey: key, metadata, segmentKeys, variantKey, reason } = result;
  const hasValue = variantKey !== '' && reason !== 'flag-disabled';
  // An attachment belongs to its variant, which is not given here.
  const told = hasValue ? result : { segmentKeys, attachment: '' };
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    reason: reasonOf(result),
    variant: hasValue ? variantKey : '',
    metadata: { ...metadata, ...evaluationMetadata(told) },
    ...(hasValue && { value: textValue(variantKey) }),
  };
}

/**
 * Why a flag has its value. Not STATIC where another entity may get another one: providers keep static values.
 * OpenFeature specification, "Resolution Reason".
 */
function reasonOf({ reason, basis }: BooleanResult | VariantResult): fliptOfrep.EvaluateReason {
  if (reason === 'flag-disabled') return DISABLED;
  if (reason === 'unknown') return UNKNOWN;
  if (basis === 'split') return SPLIT;
  if (reason === 'match') return TARGETING_MATCH;
  return basis === 'nothing' ? STATIC : UNKNOWN;
}
