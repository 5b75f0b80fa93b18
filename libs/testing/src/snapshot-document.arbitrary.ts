import {
  comparisonTypes,
  matchTypes,
  operatorNames as operators,
  segmentOperators,
  type RolloutStep,
  type SegmentSelection,
} from '@pennon/domain';
import {
  SNAPSHOT_FORMAT_VERSION,
  type ConstraintDocument,
  type FlagDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';

/** Plain objects: fast-check makes some without a prototype, which no parser does. */
const record: typeof fc.record = (model: object) => fc.record(model, { noNullPrototype: true }) as never;

const flagKeys = ['colour', 'size', 'banner', '__proto__'] as const;
const segmentKeys = ['beta', 'constructor', 'dutch'] as const;

/** UTF-16 code units at random, so line breaks and lone surrogates too. */
const text = fc.array(fc.nat(0xffff), { maxLength: 4 }).map((units) => String.fromCharCode(...units));
const moment = fc.nat(2 ** 31);
const percent = fc.oneof(fc.constantFrom(0, 0.05, 33.3, 100), fc.double({ min: 0, max: 100, noNaN: true }));

const constraint: fc.Arbitrary<ConstraintDocument> = record({
  id: text,
  type: fc.constantFrom(...comparisonTypes),
  property: text,
  operator: fc.constantFrom(...operators, 'unknown'),
  value: fc.oneof(text, fc.constantFrom('5', '["a"]', '[1,2]', '2024-01-02')),
});

const selection: fc.Arbitrary<SegmentSelection> = record({
  segmentKeys: fc.uniqueArray(fc.constantFrom(...segmentKeys, 'gone'), { minLength: 1, maxLength: 2 }),
  segmentOperator: fc.constantFrom(...segmentOperators),
});

/** Two for each flag, so that distributions may point at those of other flags, and of flags that are not there. */
const variantId = fc.tuple(fc.constantFrom(...flagKeys), fc.nat(1)).map(([key, index]) => `${key}-${index}`);

const rule: fc.Arbitrary<RuleDocument> = fc
  .tuple(
    text,
    fc.nat(),
    selection,
    fc.array(record({ id: text, variantId, rolloutPercent: percent }), { maxLength: 3 }),
  )
  .map(([id, rank, segments, distributions]) => ({ id, rank, ...segments, distributions }));

const step: fc.Arbitrary<RolloutStep> = fc.oneof(
  record({ type: fc.constant('threshold' as const), percent, value: fc.boolean() }),
  fc
    .tuple(selection, fc.boolean())
    .map(([segments, value]) => ({ type: 'segment' as const, ...segments, value })),
);
const rollout = record({ id: text, rank: fc.nat(), step });

const metadata = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean()), {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
});

function flagOf(key: string): fc.Arbitrary<FlagDocument> {
  const variant = (index: number): fc.Arbitrary<FlagDocument['variants'][number]> =>
    record({
      id: fc.constant(`${key}-${index}`),
      key: text,
      attachment: fc.constantFrom('', '{}', '{"n":1.0}'),
    });
  const contents = {
    key: fc.constant(key),
    name: text,
    description: text,
    isEnabled: fc.boolean(),
    createdAt: moment,
    updatedAt: moment,
    variants: fc.oneof(fc.tuple(), fc.tuple(variant(0)), fc.tuple(variant(0), variant(1))),
  };
  const flag = fc.oneof(
    record({
      ...contents,
      defaultVariantId: fc.option(variantId, { nil: undefined }),
      rules: fc.array(rule, { maxLength: 3 }),
    }).map(({ defaultVariantId, ...variantFlag }) => ({
      type: 'variant' as const,
      ...variantFlag,
      ...(defaultVariantId !== undefined && { defaultVariantId }),
    })),
    record({ ...contents, rollouts: fc.array(rollout, { maxLength: 3 }) }).map((boolean) => ({
      type: 'boolean' as const,
      ...boolean,
    })),
  );
  return fc
    .tuple(flag, fc.option(metadata, { nil: undefined }), fc.boolean())
    .map(([made, told, isOff]): FlagDocument => ({
      ...made,
      ...(told && { metadata: told }),
      ...(isOff && { isOff }),
    }));
}

function segmentOf(key: string): fc.Arbitrary<SegmentDocument> {
  return record({
    key: fc.constant(key),
    matchType: fc.constantFrom(...matchTypes),
    constraints: fc.array(constraint, { maxLength: 3 }),
  });
}

/** Any of the items, in their order. */
function some<T>(items: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T[]> {
  return fc
    .tuple(...items.map((item) => fc.option(item, { nil: undefined })))
    .map((chosen) => chosen.flatMap((item) => (item === undefined ? [] : [item])));
}

/**
 * A document of a few flags and segments, always of the same keys, so that those of several documents meet. References
 * may go astray, as they may in a document from outside.
 */
export const aSnapshotDocument: fc.Arbitrary<SnapshotDocument> = record({
  formatVersion: fc.constant(SNAPSHOT_FORMAT_VERSION),
  namespaceKey: text,
  revision: fc.nat(),
  segments: some(segmentKeys.map(segmentOf)),
  flags: some(flagKeys.map(flagOf)),
});
