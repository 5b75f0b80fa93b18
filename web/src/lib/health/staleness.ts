import { type JsonObject } from '@pennon/domain';
import { type Answer, audienceOf, type DecidingFlag, type KnownSegments } from '@pennon/state';
import { parseTimestamp } from '../time';

const DAY = 86_400_000;

/** What speaks for a flag having done its work; there may be reasons to keep it that nobody wrote down. */
export interface StaleEvidence {
  /** Days since it was changed. */
  readonly unchangedDays: number;
  /** What everyone gets. */
  readonly value: Answer;
}

/** True for a flag that its owners mean to keep. */
export function isPermanent(metadata: JsonObject | undefined): boolean {
  return metadata?.permanent === true || metadata?.lifecycle === 'permanent';
}

/** Evidence that a flag is stale: the same value for everyone, and unchanged for at least `days`. */
export function staleEvidence(
  flag: DecidingFlag,
  segments: KnownSegments,
  { updatedAt, now, days }: { readonly updatedAt: string; readonly now: Date; readonly days: number },
): StaleEvidence | undefined {
  const changed = parseTimestamp(updatedAt);
  if (changed === undefined) return undefined;
  const unchangedDays = Math.floor((now.getTime() - changed.getTime()) / DAY);
  const value = onlyAnswer(flag, segments);
  return unchangedDays < days || value === undefined ? undefined : { unchangedDays, value };
}

/** What everyone gets; undefined when that is not the same for all. */
export function onlyAnswer(flag: DecidingFlag, segments: KnownSegments): Answer | undefined {
  const answers = audienceOf(flag, segments).blocks.flatMap(({ parts }) => parts.map(({ answer }) => answer));
  const [first] = answers;
  return first !== undefined && answers.every((answer) => valueOf(answer) === valueOf(first))
    ? first
    : undefined;
}

function valueOf(answer: Answer): string | boolean | undefined {
  if (answer.kind === 'boolean') return answer.value;
  return answer.kind === 'variant' ? answer.variantKey : undefined;
}
