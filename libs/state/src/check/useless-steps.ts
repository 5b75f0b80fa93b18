import { quote, type RolloutStep, THRESHOLD_BUCKETS, thresholdWidth } from '@pennon/domain';
import { type Finding } from './finding';
import type { KnownSegments } from '../audience/known-segments';
import { decidingRules } from '../audience/obstacles';
import { type Cover, coversBefore, reachOf } from '../audience/reach';
import type { FlagState } from '../flag-state';

/** The rules of a variant flag behind one that decides for all entities that they are for. */
export function uselessRules({ key, rules }: FlagState, segments: KnownSegments): readonly Finding[] {
  const corrected = asIfCorrected(segments);
  return decidingRules(rules, corrected).flatMap((first, index): readonly Finding[] => {
    const earlier = first === undefined ? undefined : rules[first];
    if (first === undefined || earlier === undefined) return [];
    const whom = reachOf(earlier, corrected) === 'always' ? 'everybody' : 'everybody in its segments';
    const message = `Rule ${index + 1} of flag ${quote(key)} is never reached: rule ${first + 1} matches ${whom}.`;
    const path = `rules[${index}]`;
    return [{ severity: 'warning', check: 'unreachable_rule', kind: 'flag', key, path, message }];
  });
}

/**
 * The rollouts of a boolean flag that repeat an earlier one, or whose entities an earlier one always decides for: that
 * is so for a threshold that is no wider than one before it.
 */
export function uselessRollouts({ key, rollouts }: FlagState, segments: KnownSegments): readonly Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  const covers = coversBefore(
    rollouts.map(({ step }) => step),
    asIfCorrected(segments),
  );
  for (const [index, { step }] of rollouts.entries()) {
    const rank = index + 1;
    const rollout = `Rollout ${rank} of flag ${quote(key)}`;
    const about = { severity: 'warning', kind: 'flag', key, path: `rollouts[${index}]` } as const;
    const text = textOf(step);
    const first = seen.get(text);
    if (first !== undefined) {
      const message = `${rollout} repeats rollout ${first}.`;
      findings.push({ ...about, check: 'repeated_rollout', message });
      continue;
    }
    seen.set(text, rank);
    const cover = covers[index];
    if (cover !== undefined && cover.width >= widthNeeded(step)) {
      const message = `${rollout} is never reached: ${reasonOf(cover)}.`;
      findings.push({ ...about, check: 'unreachable_rule', message });
    }
  }
  return findings;
}

/** Equal for steps that always decide the same for the same entities: the order of segments has no effect. */
function textOf(step: RolloutStep): string {
  const { type, value } = step;
  if (type === 'threshold') return JSON.stringify([type, value, step.percent]);
  return JSON.stringify([type, value, step.segmentOperator, step.segmentKeys.toSorted()]);
}

/** How many buckets must be covered before a step decides for nobody. Segments hold entities of any bucket. */
function widthNeeded(step: RolloutStep): number {
  return step.type === 'threshold' ? thresholdWidth(step.percent) : THRESHOLD_BUCKETS;
}

/** Which rollout decides instead, as the end of a sentence. */
function reasonOf({ index, step, width }: Cover): string {
  const rollout = `rollout ${index + 1}`;
  if (step.type === 'segment') return `${rollout} matches everybody`;
  const { percent } = step;
  // Without it, a warning about 10.7% behind 10.2% looks wrong.
  const rounding = width === percent ? '' : ` (${percent}% rounded up)`;
  return `${rollout} covers the first ${width}% of entities${rounding}`;
}

/**
 * Segments that do not exist, as if they did and matched some: a wrong key has to be corrected first. So with `and`,
 * one of them keeps the others from matching everybody. The evaluator leaves it out, see {@link reachOf}.
 */
function asIfCorrected(segments: KnownSegments): KnownSegments {
  return { has: () => true, matchesEverybody: (key) => segments.matchesEverybody(key) };
}
