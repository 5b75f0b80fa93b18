import { type BooleanResult, type EvaluationResult, type VariantResult } from '@pennon/snapshot';
import fc from 'fast-check';

const text = fc.string({ unit: 'binary' });
const metadata = fc.dictionary(
  text,
  fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
);
const shared = {
  flagKey: text,
  basis: fc.constantFrom('nothing' as const, 'properties' as const, 'split' as const),
  segmentKeys: fc.array(text),
  metadata: fc.option(metadata, { nil: undefined }),
};

/** Any result of a variant flag, also such as no flag has. */
export const aVariantResult: fc.Arbitrary<VariantResult> = fc.record({
  ...shared,
  type: fc.constant('variant' as const),
  isMatch: fc.boolean(),
  reason: fc.constantFrom('unknown', 'flag-disabled', 'match', 'default'),
  variantKey: text,
  attachment: text,
});

/** Any result of a boolean flag. */
export const aBooleanResult: fc.Arbitrary<BooleanResult> = fc.record({
  ...shared,
  type: fc.constant('boolean' as const),
  isEnabled: fc.boolean(),
  reason: fc.constantFrom('match', 'default'),
});

/** Any result. */
export const anEvaluationResult: fc.Arbitrary<EvaluationResult> = fc.oneof(aVariantResult, aBooleanResult);
