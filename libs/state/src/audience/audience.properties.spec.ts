import { crc32, type SegmentSelection, thresholdBucket, variantBucket } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant, type EvaluationContext } from '@pennon/evaluator';
import type { CompiledFlag } from '@pennon/snapshot';
import { aFlagState, compiledFlag, someStates } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import type { FlagState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { bucketsOf } from './answer-parts';
import type { Answer } from './answers';
import { type Audience, type AudienceBlock, audienceOf } from './audience';
import { knownSegments } from './known-segments';

/** An entity id for each bucket of flag `f`, by bucket. */
function oneOfEachBucket(buckets: number, bucketOf: (entityId: string) => number): readonly string[] {
  const found = new Map<number, string>();
  for (let index = 0; found.size < buckets; index++)
    found.set(bucketOf(`entity-${index}`), `entity-${index}`);
  return Array.from({ length: buckets }, (_, bucket) => found.get(bucket) ?? '');
}

const entityIds = {
  boolean: oneOfEachBucket(100, (entityId) => thresholdBucket(entityId, 'f')),
  variant: oneOfEachBucket(1000, (entityId) => variantBucket(crc32('f'), entityId)),
};

/** The properties and values that constraints of {@link someStates} ask for. */
const word = fc.constantFrom('a', 'b', 'c');
const aContext: fc.Arbitrary<EvaluationContext> = fc.dictionary(word, word, { maxKeys: 3 });

const percent = fc.constantFrom(0, 0.05, 10.2, 33.34, 50, 99.5, 100);

it('is what the evaluator answers in each bucket of each block', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(
      someStates,
      aContext,
      fc.array(percent, { minLength: 1, maxLength: 3 }),
      (states, context, percents) => {
        const segments = [...states.segments.values()];
        for (const state of states.flags.values()) {
          const flag = withPercents({ ...state, key: 'f' }, percents);
          const { blocks } = audienceOf(flag, knownSegments(segments));
          const block = blockOf(blocks, heldBy(segments, context));
          met.add(`${flag.type} ${block === blocks[0] ? 'first' : 'later'} of ${blocks.length}`);
          const ids = entityIds[flag.type];
          const compiled = compiledFlag(flag, segments);
          expect(bucketsOf(block.parts, ids.length).map(answerText)).toEqual(
            ids.map((entityId) => evaluated(compiled, entityId, context)),
          );
        }
      },
    ),
    { numRuns: runs(2000) },
  );
  // Entities of every kind were met.
  for (const type of ['boolean', 'variant']) {
    expect(met).toContain(`${type} first of 1`);
    expect(met).toContain(`${type} first of 2`);
    expect(met).toContain(`${type} later of 2`);
    expect(met).toContain(`${type} later of 3`);
  }
});

/** The flag with other percents, taken in turns. */
function withPercents(flag: FlagState, percents: readonly number[]): FlagState {
  let taken = 0;
  const next = (): number => percents[taken++ % percents.length] ?? 0;
  return {
    ...flag,
    rules: flag.rules.map((rule) => ({
      ...rule,
      distributions: rule.distributions.map((each) => ({ ...each, rolloutPercent: next() })),
    })),
    rollouts: flag.rollouts.map((rollout) =>
      rollout.step.type === 'threshold'
        ? { ...rollout, step: { ...rollout.step, percent: next() } }
        : rollout,
    ),
  };
}

/** Whether the evaluator finds an entity with this context in each segment, by key. */
function heldBy(segments: readonly SegmentState[], context: EvaluationContext): ReadonlyMap<string, boolean> {
  return new Map(
    segments.map(({ key }) => {
      const step = { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value: true } as const;
      const asking = aFlagState('f', { type: 'boolean', rollouts: [{ description: '', step }] });
      return [key, evaluated(compiledFlag(asking, segments), '', context) === 'true'];
    }),
  );
}

/** The block of an entity: the first that selects it. @param isIn Whether it is in each segment that exists. */
function blockOf(blocks: Audience['blocks'], isIn: ReadonlyMap<string, boolean>): AudienceBlock {
  const selects = ({ segmentKeys, segmentOperator }: SegmentSelection): boolean => {
    const known = segmentKeys.flatMap((key) => isIn.get(key) ?? []);
    return segmentOperator === 'and' ? known.every(Boolean) : known.some(Boolean);
  };
  const block = blocks.find(({ selection }) => selection === undefined || selects(selection));
  if (block === undefined) throw new Error('the last block is everybody else');
  return block;
}

/** Without `isDefault`: the evaluator says something else, it calls a rule without distributions a match. */
function answerText(answer: Answer): string {
  if (answer.kind === 'boolean') return String(answer.value);
  return answer.kind === 'variant' ? answer.variantKey : '';
}

function evaluated(flag: CompiledFlag, entityId: string, context: EvaluationContext): string {
  return flag.type === 'boolean'
    ? String(evaluateBoolean(flag, entityId, context).isEnabled)
    : evaluateVariant(flag, entityId, context).variantKey;
}
