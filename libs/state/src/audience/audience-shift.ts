import { THRESHOLD_BUCKETS, VARIANT_BUCKETS } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import { bucketsOf } from './answer-parts';
import type { Answer } from './answers';
import { audienceOf } from './audience';
import type { KnownSegments } from './known-segments';

/** How many entities get one answer. */
export interface AudienceShare {
  /** Key of a variant, `true` or `false`, or `''` for no variant. */
  readonly value: string;
  /** Percent of all entities, 0–100. */
  readonly before: number;
  /** Percent of all entities, 0–100. */
  readonly after: number;
}

/** How a change of a flag changes its answers. */
export interface AudienceShift {
  /** Percent of all entities, 0–100, that get another value. */
  readonly changed: number;
  /**
   * Only values that somebody gets, before or after. `true` comes before `false`, variants come in the order of the
   * changed flag, then those it has lost, then `''`.
   */
  readonly shares: readonly AudienceShare[];
}

/**
 * The share of entities whose answer a change of a flag changes. Exact: it compares the buckets of the evaluator one by
 * one. Attachments of variants are not compared.
 *
 * @returns undefined if an answer depends on which entities are in a segment, or if type or key differ: another key
 *   puts entities into other buckets.
 */
export function audienceShift(
  before: FlagState,
  after: FlagState,
  segmentsBefore: KnownSegments,
  segmentsAfter: KnownSegments,
): AudienceShift | undefined {
  if (before.type !== after.type || before.key !== after.key) return undefined;
  const from = answersOf(before, segmentsBefore);
  const to = answersOf(after, segmentsAfter);
  if (from === undefined || to === undefined) return undefined;
  const changed = from.filter((value, bucket) => value !== to[bucket]).length;
  const shares = valuesOf(before, after)
    .map((value) => ({ value, before: shareOf(value, from), after: shareOf(value, to) }))
    .filter((share) => share.before > 0 || share.after > 0);
  return { changed: percentOf(changed, from), shares };
}

/** The value each bucket gets. */
type Answers = readonly string[];

/** Undefined unless one block is everybody: the others hold nobody knows how many. */
function answersOf(flag: FlagState, segments: KnownSegments): Answers | undefined {
  const [block, ...others] = audienceOf(flag, segments).blocks;
  if (block === undefined || others.length > 0) return undefined;
  const buckets = flag.type === 'boolean' ? THRESHOLD_BUCKETS : VARIANT_BUCKETS;
  return bucketsOf(block.parts, buckets).map(valueOf);
}

function valueOf(answer: Answer): string {
  if (answer.kind === 'boolean') return String(answer.value);
  return answer.kind === 'variant' ? answer.variantKey : '';
}

/** Every value that either flag may answer. */
function valuesOf(before: FlagState, after: FlagState): readonly string[] {
  if (after.type === 'boolean') return ['true', 'false'];
  const variants = [...after.variants, ...before.variants].map(({ key }) => key);
  return [...new Set([...variants, ''])];
}

function shareOf(wanted: string, answers: Answers): number {
  return percentOf(answers.filter((value) => value === wanted).length, answers);
}

function percentOf(buckets: number, { length }: Answers): number {
  return (buckets * 100) / length;
}
