import { bucketWidth, THRESHOLD_BUCKETS, thresholdWidth, VARIANT_BUCKETS } from '@pennon/domain';
import { alwaysMatches, withoutUnknown } from '../check/check-segment';
import type { FlagState, RolloutState, RuleState } from '../flag-state';
import { isOff } from '../parts/off-part';
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

function answersOf(flag: FlagState, segments: KnownSegments): Answers | undefined {
  return flag.type === 'boolean' ? booleanAnswers(flag, segments) : variantAnswers(flag, segments);
}

/** Rollouts decide for a disabled flag too: `isEnabled` is the answer where none of them does. */
function booleanAnswers(
  { isEnabled, off, rollouts }: FlagState,
  segments: KnownSegments,
): Answers | undefined {
  if (isOff(off)) return new Array<string>(THRESHOLD_BUCKETS).fill('false');
  const answers: string[] = [];
  for (const { step } of rollouts) {
    const width = widthOf(step, segments);
    if (width === undefined) return undefined;
    // Thresholds cover buckets from 0, so those that are decided are always the first ones.
    fill(answers, width, String(step.value));
    if (answers.length === THRESHOLD_BUCKETS) return answers;
  }
  fill(answers, THRESHOLD_BUCKETS, String(isEnabled));
  return answers;
}

/** How many buckets a step decides, from 0; undefined if that depends on the context. */
function widthOf(step: RolloutState['step'], segments: KnownSegments): number | undefined {
  if (step.type === 'threshold') return thresholdWidth(step.percent);
  const selection = withoutUnknown(step, segments);
  if (selection.segmentKeys.length === 0) return 0;
  return alwaysMatches(selection, segments) ? THRESHOLD_BUCKETS : undefined;
}

function variantAnswers(flag: FlagState, segments: KnownSegments): Answers | undefined {
  const answers: string[] = [];
  const variantKeys = new Set(flag.variants.map(({ key }) => key));
  if (flag.isEnabled && !isOff(flag.off)) {
    const rule = flag.rules.find((each) => withoutUnknown(each, segments).segmentKeys.length > 0);
    if (rule !== undefined) {
      if (!alwaysMatches(withoutUnknown(rule, segments), segments)) return undefined;
      fillDistributions(answers, rule, variantKeys);
    }
  }
  // The default also goes to the buckets that the distributions of a rule leave, and to all of a disabled flag.
  const { defaultVariantKey = '' } = flag;
  fill(answers, VARIANT_BUCKETS, variantKeys.has(defaultVariantKey) ? defaultVariantKey : '');
  return answers;
}

function fillDistributions(
  answers: string[],
  { distributions }: RuleState,
  variantKeys: ReadonlySet<string>,
): void {
  let bound = 0;
  for (const { variantKey, rolloutPercent } of distributions) {
    if (!variantKeys.has(variantKey)) continue;
    bound += bucketWidth(rolloutPercent);
    fill(answers, Math.min(bound, VARIANT_BUCKETS), variantKey);
  }
}

/** Gives the value to the buckets up to, not including, `end`, unless they have one. */
function fill(answers: string[], end: number, value: string): void {
  while (answers.length < end) answers.push(value);
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
