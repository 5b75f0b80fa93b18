import { quote, type RolloutStep, THRESHOLD_BUCKETS, thresholdWidth } from '@pennon/domain';
import { type Finding } from './finding';
import { alwaysMatches } from './check-segment';
import type { KnownSegments } from '../audience/known-segments';
import type { FlagState } from '../flag-state';

/** The rules of a variant flag behind one that matches everybody. */
export function uselessRules({ key, rules }: FlagState, segments: KnownSegments): readonly Finding[] {
  const last = rules.findIndex((rule) => alwaysMatches(rule, segments));
  if (last === -1) return [];
  return rules.slice(last + 1).map((_, offset): Finding => {
    const index = last + 1 + offset;
    const message = `Rule ${index + 1} of flag ${quote(key)} is never reached: rule ${last + 1} matches everybody.`;
    const path = `rules[${index}]`;
    return { severity: 'warning', check: 'unreachable_rule', kind: 'flag', key, path, message };
  });
}

/** The buckets below `width`, for which an earlier rollout always decides. */
interface Covered {
  /** 0–100, of {@link THRESHOLD_BUCKETS}; 0 for a threshold of 0%. */
  readonly width: number;
  /** Which rollout covers them, as the end of a sentence. */
  readonly reason: string;
}

/**
 * The rollouts of a boolean flag that repeat an earlier one, or whose entities an earlier one always decides for.
 *
 * All thresholds of a flag put an entity into the same bucket and cover buckets from 0. So the widest threshold so far
 * decides for all entities of a narrower one behind it.
 */
export function uselessRollouts({ key, rollouts }: FlagState, segments: KnownSegments): readonly Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  let covered: Covered | undefined;
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
    if (covered !== undefined && covered.width >= widthNeeded(step)) {
      const message = `${rollout} is never reached: ${covered.reason}.`;
      findings.push({ ...about, check: 'unreachable_rule', message });
    }
    const own = coveredBy(step, rank, segments);
    if (own !== undefined && own.width > (covered?.width ?? -1)) covered = own;
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

/** The buckets for which a rollout always decides; undefined if it depends on the context. */
function coveredBy(step: RolloutStep, rank: number, segments: KnownSegments): Covered | undefined {
  if (step.type === 'segment') {
    if (!alwaysMatches(step, segments)) return undefined;
    return { width: THRESHOLD_BUCKETS, reason: `rollout ${rank} matches everybody` };
  }
  const { percent } = step;
  const width = thresholdWidth(percent);
  // Without it, a warning about 10.7% behind 10.2% looks wrong.
  const rounding = width === percent ? '' : ` (${percent}% rounded up)`;
  return { width, reason: `rollout ${rank} covers the first ${width}% of entities${rounding}` };
}
