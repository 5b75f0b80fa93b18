import { type Answer, assignedBuckets } from '@pennon/state';
import { audienceCopy } from '@/copy/audience';
import { formatPercent } from '../numbers';
import { type Impact } from './impact';
import { answerText } from './sentence';

/** What the shares of a rule add up to. */
export interface ShareTotal {
  /** `over` may not be saved; `under` may, with a warning. */
  readonly verdict: 'full' | 'under' | 'over';
  /** As in `85 %: 15 % of matching entities get no variant`. */
  readonly text: string;
}

/** Rounds away what adding decimals in binary leaves behind. */
const round = (percent: number): number => Math.round(percent * 1e4) / 1e4;

/**
 * The line below the shares of a rule.
 *
 * @param rest What entities get that no share reaches.
 */
export function shareTotal(rollouts: readonly number[], rest: Answer): ShareTotal {
  const total = round(rollouts.reduce((sum, rollout) => sum + rollout, 0));
  if (total > 100) {
    return {
      verdict: 'over',
      text: audienceCopy.totalOver(formatPercent(total), formatPercent(total - 100)),
    };
  }
  const gap = round(100 - assignedBuckets(rollouts) / 10);
  if (gap <= 0) return { verdict: 'full', text: formatPercent(100) };
  return {
    verdict: 'under',
    text: audienceCopy.totalGap(formatPercent(total), formatPercent(gap), answerText(rest)),
  };
}

/** The impact line of a rule: variants by key, undefined for none. */
export function ruleImpactText({ share, moves }: Impact<string>): string {
  if (share === 0) return audienceCopy.noChange;
  const name = (key: string | undefined): string => key ?? audienceCopy.none;
  const list = moves.map((move) =>
    audienceCopy.move(formatPercent(move.share), name(move.from), name(move.to)),
  );
  return audienceCopy.moveOfRule(formatPercent(share), list.join(', '));
}

/** The impact line of the thresholds of a boolean flag. */
export function thresholdImpactText({ share, moves }: Impact<boolean>): string {
  if (share === 0) return audienceCopy.noChange;
  const name = (value: boolean | undefined): string =>
    value === true ? audienceCopy.true : audienceCopy.false;
  const list = moves.map((move) =>
    audienceCopy.moveOfFlag(formatPercent(move.share), name(move.from), name(move.to)),
  );
  return `${list.join(', ')}.`;
}
