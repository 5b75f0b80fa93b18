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
    reason: booleanReason(result),
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
    reason: variantReason(result),
    variant: hasValue ? variantKey : '',
    metadata: { ...metadata, ...evaluationMetadata(told) },
    ...(hasValue && { value: textValue(variantKey) }),
  };
}

/** What decides without segments is a threshold. */
function booleanReason({ reason, segmentKeys }: BooleanResult): fliptOfrep.EvaluateReason {
  if (reason === 'default') return STATIC;
  return segmentKeys.length === 0 ? SPLIT : TARGETING_MATCH;
}

function variantReason({ reason, isSplit }: VariantResult): fliptOfrep.EvaluateReason {
  switch (reason) {
    case 'flag-disabled':
      return DISABLED;
    case 'unknown':
      return UNKNOWN;
    case 'default':
      return isSplit ? SPLIT : STATIC;
    case 'match':
      return isSplit ? SPLIT : TARGETING_MATCH;
  }
}
