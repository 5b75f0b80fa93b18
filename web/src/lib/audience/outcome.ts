import { THRESHOLD_BUCKETS, VARIANT_BUCKETS } from '@pennon/domain';
import { type SegmentChoice } from '../model';
import {
  type AudienceFlag,
  type AudienceRollout,
  type AudienceRule,
  type AudienceVariant,
} from './audience-flag';
import { bucketOwners, effectivePercentage } from './buckets';
import { reachOf, type SegmentLookup } from './selection';

/** What an entity gets. */
export type Answer =
  | {
      readonly kind: 'variant';
      readonly variant: AudienceVariant;
      /** True where no share decided, so that `match` is false or the variant is only the fallback. */
      readonly isDefault: boolean;
    }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** No variant at all. */
  | { readonly kind: 'nothing' };

/** A run of buckets with the same answer. */
export interface Part {
  readonly answer: Answer;
  /** Percent of the block it is part of. */
  readonly share: number;
}

/** What the entities that one rule or rollout decides for get; the last block is everyone else. */
export interface Block {
  /** Place of the rule or rollout, from 1; undefined for everyone else. */
  readonly position: number | undefined;
  /** The segments the entities are in, and in none of those of earlier blocks; undefined for everyone else. */
  readonly segments: SegmentChoice | undefined;
  /** In the order of the buckets; shares add up to 100. */
  readonly parts: readonly Part[];
  /** Percent of the bar. The size of a segment is unknown: blocks are equally wide. */
  readonly width: number;
}

/** Who gets what of a whole flag, as its bar shows it. */
export interface Outcome {
  /** True for a flag that is off. */
  readonly isOff: boolean;
  /** True for a disabled variant flag, which evaluates nobody, and for a flag that is off. */
  readonly isDisabled: boolean;
  readonly blocks: readonly Block[];
}

type BlockWithoutWidth = Omit<Block, 'width'>;

/**
 * Who gets what of a flag. The first rule or rollout that always matches ends the bar; inside of a block everything
 * is exact.
 */
export function outcomeOf(contents: AudienceFlag, segments: SegmentLookup): Outcome {
  const { flag } = contents;
  const isOff = flag.off !== undefined;
  const isDisabled = isOff || (flag.type === 'VARIANT_FLAG_TYPE' && !flag.enabled);
  if (isDisabled) return { isOff, isDisabled, blocks: withWidths([fallbackBlock(contents)]) };
  const blocks =
    flag.type === 'VARIANT_FLAG_TYPE' ? ruleBlocks(contents, segments) : rolloutBlocks(contents, segments);
  return { isOff, isDisabled, blocks: withWidths(blocks) };
}

/** What a variant flag gives where no share decides, and a boolean one that is off. */
export function fallbackAnswer({ flag }: AudienceFlag): Answer {
  if (flag.type === 'BOOLEAN_FLAG_TYPE') return { kind: 'boolean', value: false };
  const variant = flag.defaultVariant;
  return variant === undefined ? { kind: 'nothing' } : { kind: 'variant', variant, isDefault: true };
}

/** What the entities that a rule matches get, for each of the thousand buckets. */
export function ruleAnswers(rule: AudienceRule, contents: AudienceFlag): readonly Answer[] {
  const fallback = fallbackAnswer(contents);
  const answers = new Map<string, Answer>(
    contents.flag.variants.map((variant) => [variant.id, { kind: 'variant', variant, isDefault: false }]),
  );
  // A share whose variant is gone takes no part: the shares after it move forward, as on the server.
  const shares = rule.distributions.filter(({ variantId }) => answers.has(variantId));
  return bucketOwners(shares).map((id) => (id === undefined ? undefined : answers.get(id)) ?? fallback);
}

/**
 * What the entities of each of the hundred threshold buckets get when `isIn` tells which segment rollouts they are in.
 */
export function thresholdAnswers(
  rollouts: readonly AudienceRollout[],
  defaultValue: boolean,
  isIn: (position: number) => boolean,
): readonly boolean[] {
  return Array.from({ length: THRESHOLD_BUCKETS }, (_, bucket) => {
    const decisive = rollouts.find((rollout, index) =>
      rollout.type === 'THRESHOLD_ROLLOUT_TYPE'
        ? bucket < effectivePercentage(rollout.threshold.percentage)
        : isIn(index + 1),
    );
    if (decisive === undefined) return defaultValue;
    return decisive.type === 'THRESHOLD_ROLLOUT_TYPE' ? decisive.threshold.value : decisive.segment.value;
  });
}

function fallbackBlock(contents: AudienceFlag): BlockWithoutWidth {
  const answers = Array<Answer>(VARIANT_BUCKETS).fill(fallbackAnswer(contents));
  return { position: undefined, segments: undefined, parts: partsOf(answers) };
}

function ruleBlocks(contents: AudienceFlag, segments: SegmentLookup): readonly BlockWithoutWidth[] {
  const blocks: BlockWithoutWidth[] = [];
  for (const [index, rule] of contents.rules.entries()) {
    const reach = reachOf(rule, segments);
    if (reach === 'never') continue;
    blocks.push({ position: index + 1, segments: rule, parts: partsOf(ruleAnswers(rule, contents)) });
    if (reach === 'always') return blocks;
  }
  return [...blocks, fallbackBlock(contents)];
}

function rolloutBlocks(
  { flag, rollouts }: AudienceFlag,
  segments: SegmentLookup,
): readonly BlockWithoutWidth[] {
  const partsWhen = (isIn: (position: number) => boolean): readonly Part[] =>
    partsOf(
      thresholdAnswers(rollouts, flag.enabled, isIn).map((value): Answer => ({ kind: 'boolean', value })),
    );
  const blocks: BlockWithoutWidth[] = [];
  for (const [index, rollout] of rollouts.entries()) {
    if (rollout.type === 'THRESHOLD_ROLLOUT_TYPE') {
      // What comes after a threshold of 100 % is reached by nobody, inside of segments or not.
      if (effectivePercentage(rollout.threshold.percentage) === THRESHOLD_BUCKETS) break;
      continue;
    }
    const reach = reachOf(rollout.segment, segments);
    if (reach === 'never') continue;
    const position = index + 1;
    const parts = partsWhen((other) => other === position);
    blocks.push({ position, segments: rollout.segment, parts });
    if (reach === 'always') return blocks;
  }
  return [...blocks, { position: undefined, segments: undefined, parts: partsWhen(() => false) }];
}

function withWidths(blocks: readonly BlockWithoutWidth[]): readonly Block[] {
  return blocks.map((block) => ({ ...block, width: 100 / blocks.length }));
}

/** Buckets in a row with the same answer, as one part. */
export function partsOf(answers: readonly Answer[]): readonly Part[] {
  const runs: { answer: Answer; buckets: number }[] = [];
  for (const answer of answers) {
    const last = runs.at(-1);
    if (last !== undefined && isSame(last.answer, answer)) last.buckets++;
    else runs.push({ answer, buckets: 1 });
  }
  return runs.map(({ answer, buckets }) => ({ answer, share: (buckets * 100) / answers.length }));
}

function isSame(left: Answer, right: Answer): boolean {
  if (left.kind === 'boolean' && right.kind === 'boolean') return left.value === right.value;
  if (left.kind !== 'variant' || right.kind !== 'variant') return left.kind === right.kind;
  return left.variant.id === right.variant.id && left.isDefault === right.isDefault;
}
