import { crc32, segmentOperators, type RolloutStep, thresholdBucket, variantBucket } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledFlag,
  type FlagDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import { audienceShift, type AudienceShift } from './audience-shift';
import { knownSegments } from './known-segments';
import type { DistributionState, FlagState, RuleState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { aFlagState } from '@pennon/testing';

const constraint = {
  type: 'string',
  property: 'plan',
  operator: 'eq',
  value: 'pro',
  description: '',
} as const;
const everybody = { name: '', description: '', matchType: 'all', constraints: [] } as const;
const documentSegments: readonly SegmentState[] = [
  { ...everybody, key: 'all' },
  { ...everybody, key: 'any', matchType: 'any' },
  { ...everybody, key: 'pro', constraints: [constraint] },
];
const segments = knownSegments(documentSegments);

const variants = ['red', 'blue', 'green'].map((key) => ({ key, name: '', description: '', attachment: '' }));
const empty = aFlagState('f', { isEnabled: true, variants });

function booleanFlag(steps: readonly RolloutStep[], isEnabled = false): FlagState {
  return { ...empty, type: 'boolean', isEnabled, rollouts: steps.map((step) => ({ description: '', step })) };
}

function variantFlag(rules: readonly RuleState[], changes: Partial<FlagState> = {}): FlagState {
  return { ...empty, type: 'variant', rules, ...changes };
}

function threshold(percent: number, value = true): RolloutStep {
  return { type: 'threshold', percent, value };
}

function toSegment(key: string, value = true): RolloutStep {
  return { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value };
}

/** A rule for one segment; its shares are of red, blue and green. */
function rule(key: string, ...percents: readonly number[]): RuleState {
  const distributions = percents.map((rolloutPercent, index): DistributionState => {
    const variantKey = ['red', 'blue', 'green'][index] ?? '';
    return { variantKey, rolloutPercent };
  });
  return { segmentKeys: [key], segmentOperator: 'or', distributions };
}

function shift(before: FlagState, after: FlagState): AudienceShift | undefined {
  return audienceShift(before, after, segments, segments);
}

/** Shares as `value before>after`. */
function told(before: FlagState, after: FlagState): string | undefined {
  const found = shift(before, after);
  if (found === undefined) return undefined;
  const shares = found.shares.map((share) => `${share.value} ${share.before}>${share.after}`);
  return [`changed ${found.changed}`, ...shares].join(', ');
}

describe('a change of a boolean flag', () => {
  it('of a threshold changes the entities between the two', () => {
    expect(shift(booleanFlag([threshold(10)]), booleanFlag([threshold(50)]))).toEqual({
      changed: 40,
      shares: [
        { value: 'true', before: 10, after: 50 },
        { value: 'false', before: 90, after: 50 },
      ],
    });
  });

  it.each<[situation: string, before: FlagState, after: FlagState, told: string | undefined]>([
    [
      'rounds thresholds up to whole buckets',
      booleanFlag([threshold(10.2)]),
      booleanFlag([threshold(10.7)]),
      'changed 0, true 11>11, false 89>89',
    ],
    [
      'compares entities, not totals',
      booleanFlag([threshold(50)]),
      booleanFlag([threshold(50, false)], true),
      'changed 100, true 50>50, false 50>50',
    ],
    [
      'looks at narrower thresholds first',
      booleanFlag([threshold(20, false), threshold(60)]),
      booleanFlag([threshold(60), threshold(20, false)]),
      'changed 20, true 40>60, false 60>40',
    ],
    ['of isEnabled', booleanFlag([]), booleanFlag([], true), 'changed 100, true 0>100, false 100>0'],
    [
      'of isEnabled leaves what rollouts decide',
      booleanFlag([threshold(30)], true),
      booleanFlag([threshold(30)]),
      'changed 70, true 100>30, false 0>70',
    ],
    [
      'by a segment for everybody',
      booleanFlag([threshold(30, false)]),
      booleanFlag([threshold(30, false), toSegment('any'), toSegment('pro', false)]),
      'changed 70, true 0>70, false 100>30',
    ],
    [
      'by a segment for some behind all of the thresholds',
      booleanFlag([]),
      booleanFlag([threshold(99.5), toSegment('pro', false)]),
      'changed 100, true 0>100, false 100>0',
    ],
    [
      'by a segment that is gone',
      booleanFlag([]),
      booleanFlag([toSegment('gone')]),
      'changed 0, false 100>100',
    ],
    ['by a segment for some', booleanFlag([]), booleanFlag([threshold(99), toSegment('pro')]), undefined],
    ['from a segment for some', booleanFlag([toSegment('pro')]), booleanFlag([]), undefined],
    ['of its type', booleanFlag([]), variantFlag([]), undefined],
    ['of its key', booleanFlag([]), { ...booleanFlag([]), key: 'g' }, undefined],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });
});

describe('a change of a variant flag', () => {
  it.each<[situation: string, before: FlagState, after: FlagState, told: string | undefined]>([
    [
      'of its distributions',
      variantFlag([rule('all', 50, 50)]),
      variantFlag([rule('all', 33.33, 66.67)]),
      'changed 16.8, red 50>33.3, blue 50>66.6,  0>0.1',
    ],
    [
      'cuts distributions at the last bucket',
      variantFlag([rule('all', 60, 60)]),
      variantFlag([rule('all', 60, 40)]),
      'changed 0, red 60>60, blue 40>40',
    ],
    [
      'to a rule without distributions',
      variantFlag([rule('all', 100)]),
      variantFlag([rule('all')], { defaultVariantKey: 'blue' }),
      'changed 100, red 100>0, blue 0>100',
    ],
    [
      'gives the default what distributions leave',
      variantFlag([rule('all', 70)]),
      variantFlag([rule('all', 70)], { defaultVariantKey: 'green' }),
      'changed 30, red 70>70, green 0>30,  30>0',
    ],
    [
      'that disables it gives everybody the default',
      variantFlag([rule('all', 70, 30)], { defaultVariantKey: 'red' }),
      variantFlag([rule('pro', 70, 30)], { defaultVariantKey: 'red', isEnabled: false }),
      'changed 30, red 70>100, blue 30>0',
    ],
    [
      'that disables it without a default',
      variantFlag([rule('all', 100)]),
      variantFlag([rule('all', 100)], { isEnabled: false }),
      'changed 100, red 100>0,  0>100',
    ],
    [
      'of a rule behind the first for everybody',
      variantFlag([rule('all', 100), rule('any', 0, 100)]),
      variantFlag([rule('all', 100), rule('pro')]),
      'changed 0, red 100>100',
    ],
    [
      'of a rule whose segment is gone',
      variantFlag([rule('gone', 100), rule('all', 0, 100)]),
      variantFlag([rule('all', 0, 100)]),
      'changed 0, blue 100>100',
    ],
    [
      'that takes a variant away',
      variantFlag([rule('all', 100)]),
      variantFlag([rule('all', 50, 50)], { variants: variants.slice(1) }),
      'changed 100, blue 0>50, red 100>0,  0>50',
    ],
    [
      'to a default that does not exist',
      variantFlag([], { defaultVariantKey: 'red' }),
      variantFlag([], { defaultVariantKey: 'gone' }),
      'changed 100, red 100>0,  0>100',
    ],
    ['to a rule for some', variantFlag([]), variantFlag([rule('pro', 100), rule('all', 100)]), undefined],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });
});

it('is computed from the segments before and the segments after', () => {
  const flag = booleanFlag([toSegment('pro')]);
  const widened = knownSegments([{ ...everybody, key: 'pro' }]);
  expect(audienceShift(flag, flag, knownSegments([]), widened)).toMatchObject({ changed: 100 });
  expect(audienceShift(flag, flag, segments, widened)).toBeUndefined();
});

/** Entities in fixed order, every other one in segment `pro`. */
const entities = Array.from({ length: 20_000 }, (_, index) => ({
  entityId: `entity-${index}`,
  context: index % 2 === 0 ? { plan: 'pro' } : {},
}));
type Entity = (typeof entities)[number];

/** The first entity of each bucket: a sample in which shares are exact. */
function oneOfEachBucket(bucketOf: (entityId: string) => number): readonly Entity[] {
  return [...new Map(entities.toReversed().map((entity) => [bucketOf(entity.entityId), entity])).values()];
}

const samples = {
  boolean: oneOfEachBucket((entityId) => thresholdBucket(entityId, 'f')),
  variant: oneOfEachBucket((entityId) => variantBucket(crc32('f'), entityId)),
};

const percent = fc.oneof(
  fc.constantFrom(0, 33.33, 50, 99.5, 100),
  fc.float({ min: 0, max: 100, noNaN: true }),
);
const selection = {
  segmentKeys: fc.uniqueArray(fc.constantFrom('all', 'any', 'pro', 'gone'), { minLength: 1, maxLength: 2 }),
  segmentOperator: fc.constantFrom(...segmentOperators),
};
const aStep: fc.Arbitrary<RolloutStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('threshold' as const), percent, value: fc.boolean() }),
  },
  fc.record({ type: fc.constant('segment' as const), ...selection, value: fc.boolean() }),
);
const variantKey = fc.constantFrom('red', 'blue', 'green', 'gone');
const aRule = fc.record({
  ...selection,
  distributions: fc.array(fc.record({ variantKey, rolloutPercent: percent }), { maxLength: 4 }),
});
const aBooleanFlag = fc
  .tuple(fc.array(aStep, { maxLength: 4 }), fc.boolean())
  .map(([steps, isEnabled]) => booleanFlag(steps, isEnabled));
const aVariantFlag = fc
  .tuple(fc.array(aRule, { maxLength: 2 }), fc.boolean(), fc.option(variantKey, { nil: undefined }))
  .map(([rules, isEnabled, defaultVariantKey]) => variantFlag(rules, { isEnabled, defaultVariantKey }));

describe.each([
  ['boolean', aBooleanFlag],
  ['variant', aVariantFlag],
] as const)('what the evaluator answers for a %s flag', (type, aFlag) => {
  it('is what was computed, in one entity of each bucket', () => {
    expect(samples[type]).toHaveLength(type === 'boolean' ? 100 : 1000);
    expectShift(aFlag, samples[type], 1e-9, runs(1000));
  });

  it('is what was computed, in 20,000 entities', () => {
    expectShift(aFlag, entities, 1.5, runs(50));
  });
});

/** Compares what is computed with what the evaluator answers. @param tolerance In percent of the entities. */
function expectShift(
  aFlag: fc.Arbitrary<FlagState>,
  sample: readonly Entity[],
  tolerance: number,
  numRuns: number,
): void {
  fc.assert(
    fc.property(aFlag, aFlag, (before, after) => {
      const found = shift(before, after);
      fc.pre(found !== undefined);
      const from = answersOf(before, sample);
      const to = answersOf(after, sample);
      const shareOf = (
        answers: readonly string[],
        wanted: (answer: string, index: number) => boolean,
      ): number => (answers.filter(wanted).length * 100) / sample.length;
      expectNear(
        found.changed,
        shareOf(from, (answer, index) => answer !== to[index]),
        tolerance,
      );
      for (const value of new Set([...from, ...to, ...found.shares.map((share) => share.value)])) {
        const share = found.shares.find((each) => each.value === value);
        expectNear(
          share?.before ?? 0,
          shareOf(from, (answer) => answer === value),
          tolerance,
        );
        expectNear(
          share?.after ?? 0,
          shareOf(to, (answer) => answer === value),
          tolerance,
        );
      }
    }),
    { numRuns },
  );
}

function expectNear(computed: number, counted: number, tolerance: number): void {
  expect(Math.abs(computed - counted)).toBeLessThan(tolerance);
}

function answersOf(flag: FlagState, sample: readonly Entity[]): readonly string[] {
  const compiled = compile(flag);
  return sample.map(({ entityId, context }) =>
    compiled.type === 'boolean'
      ? String(evaluateBoolean(compiled, entityId, context).isEnabled)
      : evaluateVariant(compiled, entityId, context).variantKey,
  );
}

/** The flag as the evaluator has it, with keys for ids. */
function compile(flag: FlagState): CompiledFlag {
  const { key, isEnabled, defaultVariantKey: defaultVariantId } = flag;
  const own = { key, name: '', description: '', isEnabled, createdAt: 0, updatedAt: 0 };
  const known = flag.variants.map((variant) => ({ id: variant.key, key: variant.key, attachment: '' }));
  const rollouts = flag.rollouts.map(({ step }, index) => ({ id: `o${index}`, rank: index + 1, step }));
  const rules = flag.rules.map(({ distributions, ...selected }, index) => ({
    id: `r${index}`,
    rank: index + 1,
    ...selected,
    distributions: distributions.map((each) => ({
      id: each.variantKey,
      variantId: each.variantKey,
      rolloutPercent: each.rolloutPercent,
    })),
  }));
  const document: FlagDocument =
    flag.type === 'boolean'
      ? { type: 'boolean', ...own, variants: known, rollouts }
      : { type: 'variant', ...own, variants: known, defaultVariantId, rules };
  const { flags } = compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'default',
    revision: 1,
    segments: documentSegments.map((segment) => ({
      key: segment.key,
      matchType: segment.matchType,
      constraints: segment.constraints.map((each) => ({ id: 'c', ...each })),
    })),
    flags: [document],
  });
  const compiled = flags.get(key);
  if (compiled === undefined) throw new Error('a flag compiles to a flag');
  return compiled;
}
