import { type DecidingFlag, type KnownSegments, knownSegments, segmentsUsedBy } from '@pennon/state';
import { type Flag, type FlagContents, type Rollout, type Segment } from '../model';
import { overrideOf } from '../plan';
import { type HealthFinding } from './health-finding';
import { flagMistakes, segmentMistakes } from './mistakes';
import { oldOverrideHours } from './override-age';
import { isPermanent, staleEvidence } from './staleness';

/** What the findings of a namespace are made from. */
export interface NamespaceFacts {
  /** All flags, of the namespace index. */
  readonly contents: readonly (DecidingFlag & { readonly key: string; readonly updatedAt: string })[];
  /** The segments that the index knows: those that decide something. */
  readonly usedSegments: KnownSegments;
  /** The segments that any rule or rollout looks at, also one that never decides; undefined if that is not known. */
  readonly neededSegments: ReadonlySet<string> | undefined;
  /** All flags with their metadata and variants. */
  readonly flags: readonly Flag[];
  /** All segments. */
  readonly segments: readonly Segment[];
  /** Rollouts of flags that may be overridden, by the flag's key. */
  readonly rollouts: ReadonlyMap<string, readonly Rollout[]>;
  readonly now: Date;
  /** How long a flag must be unchanged to be called stale. */
  readonly staleAfterDays: number;
}

/** Everything in a namespace that does not do what its author meant, or that can go. */
export function namespaceFindings(facts: NamespaceFacts): readonly HealthFinding[] {
  const details = new Map(facts.flags.map((flag) => [flag.key, flag]));
  return [
    ...facts.contents.flatMap((contents) => findingsOfFlag(contents, details.get(contents.key), facts)),
    ...facts.segments.flatMap((segment) => findingsOfSegment(segment, facts)),
  ];
}

/** The findings of one flag and of the segments that it uses, from what the management API knows of them. */
export function findingsOfOneFlag(
  flag: FlagContents,
  { segments, ...facts }: Pick<NamespaceFacts, 'segments' | 'now' | 'staleAfterDays'>,
): readonly HealthFinding[] {
  const used = new Set(segmentsUsedBy(flag));
  const usedSegments = segments.filter((segment) => used.has(segment.key));
  return namespaceFindings({
    ...facts,
    contents: [flag],
    usedSegments: knownSegments(usedSegments),
    neededSegments: used,
    flags: [flag],
    segments: usedSegments,
    rollouts: new Map([[flag.key, flag.rollouts]]),
  });
}

function findingsOfFlag(
  contents: NamespaceFacts['contents'][number],
  details: Flag | undefined,
  { usedSegments, rollouts, now, staleAfterDays: days }: NamespaceFacts,
): readonly HealthFinding[] {
  const { key: flagKey, updatedAt } = contents;
  const place = { about: 'flag', flagKey } as const;
  const known = rollouts.get(flagKey) ?? [];
  const isOverridden = overrideOf(known) !== undefined;
  const mistakes = flagMistakes(contents, usedSegments, isOverridden);
  const variants = contents.type === 'boolean' ? (details?.variants.length ?? 0) : 0;
  const hours = oldOverrideHours(known, now);
  const isKept = details === undefined || isPermanent(details.metadata) || isOverridden;
  // A flag with a mistake waits for its repair, not for its end.
  const stale =
    isKept || mistakes.length > 0
      ? undefined
      : staleEvidence(contents, usedSegments, { updatedAt, now, days });
  return [
    ...mistakes,
    ...(variants > 0 ? [{ ...place, kind: 'leftovers', variants } as const] : []),
    ...(hours === undefined ? [] : [{ ...place, kind: 'override', hours } as const]),
    ...(stale === undefined ? [] : [{ ...place, kind: 'stale', ...stale } as const]),
  ];
}

/** What is wrong in a segment that decides nothing reaches nobody. */
function findingsOfSegment(
  segment: Segment,
  { usedSegments, neededSegments }: NamespaceFacts,
): readonly HealthFinding[] {
  const segmentKey = segment.key;
  if (usedSegments.has(segmentKey)) return segmentMistakes(segmentKey, segment);
  const isNeeded = neededSegments?.has(segmentKey) ?? true;
  return isNeeded ? [] : [{ about: 'segment', kind: 'unused', segmentKey }];
}
