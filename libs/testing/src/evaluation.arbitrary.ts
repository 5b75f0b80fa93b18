import { comparisonTypes, matchTypes, operatorNames as operators, segmentOperators } from '@pennon/domain';
import {
  SNAPSHOT_FORMAT_VERSION,
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';

/** UTF-16 code units at random, so lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const telling = fc.constantFrom(
  '',
  ' ',
  'a',
  '5',
  '0x1p3',
  'NaN',
  'true',
  '2024-01-02',
  '["a",null]',
  '[5,null]',
);
const text = fc.oneof({ weight: 3, arbitrary: telling }, anyText);
/** Few enough that references meet, and some go astray. */
const key = fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__', 'constructor');
const percent = fc.oneof(fc.constantFrom(0, 0.05, 33.3, 50, 100), fc.double());

const constraint: fc.Arbitrary<ConstraintDocument> = fc.record({
  id: key,
  type: fc.constantFrom(...comparisonTypes),
  property: key,
  operator: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...operators) }, anyText),
  value: text,
});
const segment: fc.Arbitrary<SegmentDocument> = fc.record({
  key,
  matchType: fc.constantFrom(...matchTypes),
  constraints: fc.array(constraint, { maxLength: 3 }),
});
const selection = {
  segmentKeys: fc.uniqueArray(key, { maxLength: 3 }),
  segmentOperator: fc.constantFrom(...segmentOperators),
};
const distribution: fc.Arbitrary<DistributionDocument> = fc.record({
  id: key,
  variantId: key,
  rolloutPercent: percent,
});
const rule: fc.Arbitrary<RuleDocument> = fc.record({
  id: key,
  rank: fc.integer(),
  ...selection,
  distributions: fc.array(distribution, { maxLength: 4 }),
});
const rollout: fc.Arbitrary<RolloutDocument> = fc.record({
  id: key,
  rank: fc.integer(),
  step: fc.oneof(
    fc.record({ type: fc.constant('threshold' as const), percent, value: fc.boolean() }),
    fc.record({ type: fc.constant('segment' as const), ...selection, value: fc.boolean() }),
  ),
});
const contents = {
  key,
  name: text,
  description: text,
  isEnabled: fc.boolean(),
  createdAt: fc.nat(),
  updatedAt: fc.nat(),
  variants: fc.array(fc.record({ id: key, key: text, attachment: text }), { maxLength: 3 }),
};
const variantFlag = {
  type: fc.constant('variant' as const),
  ...contents,
  rules: fc.array(rule, { maxLength: 4 }),
};
const booleanFlag = {
  type: fc.constant('boolean' as const),
  ...contents,
  rollouts: fc.array(rollout, { maxLength: 4 }),
};
const flag: fc.Arbitrary<FlagDocument> = fc.oneof(
  fc.record(variantFlag),
  fc.record({ ...variantFlag, defaultVariantId: key }),
  fc.record(booleanFlag),
);
/** A document of flags that say something about few entities; references may go astray, and keys come twice. */
export const anEvaluatedDocument: fc.Arbitrary<SnapshotDocument> = fc.record({
  formatVersion: fc.constant(SNAPSHOT_FORMAT_VERSION),
  namespaceKey: key,
  revision: fc.nat(),
  segments: fc.array(segment, { maxLength: 5 }),
  flags: fc.array(flag, { minLength: 1, maxLength: 4 }),
});
/** A context of the properties that constraints of {@link anEvaluatedDocument} look at. */
export const anEvaluationContext: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(fc.tuple(key, text), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));

/** An entity id, often one that a constraint of {@link anEvaluatedDocument} asks for. */
export const anEntityId: fc.Arbitrary<string> = text;
