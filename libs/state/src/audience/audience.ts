import type { SegmentSelection } from '@pennon/domain';
import { isOff } from '../flag-state';
import { type AnswerPart, partsOf } from './answer-parts';
import { type Answer, type DecidingFlag, fallbackAnswer, ruleAnswers, thresholdAnswers } from './answers';
import type { KnownSegments } from './known-segments';
import { rolloutReach, ruleObstacles } from './obstacles';
import { reachOf } from './reach';

/** What the entities that one rule or segment rollout decides for get; the last block is everybody else. */
export interface AudienceBlock {
  /** Place of the rule or rollout, from 1; undefined for everybody else. */
  readonly position: number | undefined;
  /** The segments the entities are in, and in none of those of earlier blocks; undefined for everybody else. */
  readonly selection: SegmentSelection | undefined;
  /** In the order of the buckets; shares add up to 100. */
  readonly parts: readonly AnswerPart[];
}

/** Who gets what of a whole flag. */
export interface Audience {
  /** True for a flag that is off. */
  readonly isOff: boolean;
  /** True for a disabled variant flag, which evaluates nobody, and for a flag that is off. */
  readonly isDisabled: boolean;
  /** At least one. How many entities each holds is unknown: that depends on their contexts. */
  readonly blocks: readonly AudienceBlock[];
}

/**
 * Who gets what of a flag. Inside of a block everything is exact: it is what the evaluator answers in each bucket. The
 * first rule or rollout that always matches is the last block.
 */
export function audienceOf(flag: DecidingFlag, segments: KnownSegments): Audience {
  const off = isOff(flag.off);
  // Rollouts decide for a disabled boolean flag too: `isEnabled` is the answer where none of them does.
  const isDisabled = off || (flag.type === 'variant' && !flag.isEnabled);
  return { isOff: off, isDisabled, blocks: isDisabled ? [fallbackBlock(flag)] : blocksOf(flag, segments) };
}

function blocksOf(flag: DecidingFlag, segments: KnownSegments): readonly AudienceBlock[] {
  const [blocks, rest] =
    flag.type === 'variant'
      ? [ruleBlocks(flag, segments), fallbackBlock(flag)]
      : [rolloutBlocks(flag, segments), rolloutBlock(flag)];
  const last = blocks.at(-1)?.selection;
  return last !== undefined && reachOf(last, segments) === 'always' ? blocks : [...blocks, rest];
}

function fallbackBlock(flag: DecidingFlag): AudienceBlock {
  return { position: undefined, selection: undefined, parts: [{ answer: fallbackAnswer(flag), share: 100 }] };
}

function ruleBlocks(flag: DecidingFlag, segments: KnownSegments): readonly AudienceBlock[] {
  const obstacles = ruleObstacles(flag.rules, segments);
  return flag.rules.flatMap((rule, index) => {
    if (obstacles[index] !== undefined) return [];
    const parts = partsOf(ruleAnswers(rule.distributions, flag));
    return [{ position: index + 1, selection: selectionOf(rule), parts }];
  });
}

function rolloutBlocks(flag: DecidingFlag, segments: KnownSegments): readonly AudienceBlock[] {
  const steps = flag.rollouts.map(({ step }) => step);
  const reaches = rolloutReach(steps, segments);
  return steps.flatMap((step, index) =>
    step.type === 'threshold' || reaches[index]?.obstacle !== undefined
      ? []
      : [rolloutBlock(flag, index + 1, selectionOf(step))],
  );
}

/** @param position Of the segment rollout that the entities are in; undefined for those in none. */
function rolloutBlock(
  { isEnabled, rollouts }: DecidingFlag,
  position?: number,
  selection?: SegmentSelection,
): AudienceBlock {
  const steps = rollouts.map(({ step }) => step);
  const values = thresholdAnswers(steps, isEnabled, (other) => other === position);
  const answers = values.map((value): Answer => ({ kind: 'boolean', value }));
  return { position, selection, parts: partsOf(answers) };
}

/** The selection alone: rules and rollouts carry more. */
function selectionOf({ segmentKeys, segmentOperator }: SegmentSelection): SegmentSelection {
  return { segmentKeys, segmentOperator };
}
