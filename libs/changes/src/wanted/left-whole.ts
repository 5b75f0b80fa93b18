import type { SubjectKey } from '@pennon/domain';
import {
  checkFlag,
  type FlagState,
  nameOf,
  type PartConflict,
  segmentsUsedBy,
  type States,
  type Three,
} from '@pennon/state';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { subjectIn } from './based-state';

/** What a merge comes to where some flags and segments are left as they are, and why those are. */
export interface WithLeft {
  readonly states: States;
  readonly left: readonly PartConflict[];
}

/**
 * Leaves flags and segments as they are that would be wrong otherwise, for a change that does not insist: a segment
 * that would be deleted and that a flag looks at, and a flag that would refer to what is not there.
 *
 * @param merged What the change comes to.
 */
export async function leaveWhatIsNeeded(
  reading: NamespaceReading,
  { segmentKeys }: RevisionOutline,
  three: Three<States>,
  merged: States,
): Promise<WithLeft> {
  const { latest } = three;
  const flags = new Map(merged.flags);
  const segments = new Map(merged.segments);
  const left = new Map<string, SubjectKey>();
  const leave = (subject: SubjectKey): void => {
    left.set(nameOf(subject), subject);
  };
  const others = new Set(segmentKeys.filter((key) => !latest.segments.has(key)));
  const users = await reading.usersOf([...latest.segments.keys()].filter((key) => !segments.has(key)));
  for (;;) {
    const before = left.size;
    const used = new Set([
      ...users.filter(({ flagKey }) => !latest.flags.has(flagKey)).map(({ segmentKey }) => segmentKey),
      ...[...flags.values()].flatMap(segmentsUsedBy),
    ]);
    for (const [key, segment] of latest.segments) {
      if (segments.has(key) || !used.has(key)) continue;
      segments.set(key, segment);
      leave({ kind: 'segment', key });
    }
    const isThere = (key: string): boolean => segments.has(key) || others.has(key);
    for (const [key, flag] of flags) {
      const present = latest.flags.get(key);
      if (present === undefined || present === flag || isRight(flag, isThere)) continue;
      flags.set(key, present);
      leave({ kind: 'flag', key });
    }
    if (left.size === before) break;
  }
  return {
    states: { ...merged, flags, segments },
    left: [...left.values()].map((subject) => wholeOf(subject, three)),
  };
}

function isRight(flag: FlagState, isThere: (segmentKey: string) => boolean): boolean {
  const findings = checkFlag(flag, { has: isThere, matchesEverybody: () => false });
  return findings.every(({ severity }) => severity !== 'error');
}

/** The conflict of a flag or segment that is left. */
function wholeOf(subject: SubjectKey, { base, mine, latest }: Three<States>): PartConflict {
  const of = (states: States): unknown => subjectIn(states, subject)?.value;
  return { ...subject, part: 'whole', item: '', base: of(base), mine: of(mine), latest: of(latest) };
}
