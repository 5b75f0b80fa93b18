import { NAMESPACE_SUBJECT, type SubjectKey } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import type { NamespaceState } from '../namespace-state';
import { namespaceParts } from '../parts/namespace-parts';
import type { SegmentState } from '../segment-state';
import { nameOf, type SubjectState } from '../subject-state';
import { segmentsOf, tellDangling } from './dangling';
import { mergeParts } from '../parts/merge-parts';
import {
  type Decides,
  MergeReport,
  type KeptPart,
  type OrderWarning,
  type PartConflict,
  Spot,
  type Three,
} from '../merge/merge-report';
import { mergeFlag, mergeSegment } from './merge-subject';

/** A namespace, and of its flags and segments those that are spoken of, by their keys. */
export interface States {
  /** What is wanted of it may leave out what is to stay as it is. */
  readonly namespace: Partial<NamespaceState>;
  readonly flags: ReadonlyMap<string, FlagState>;
  readonly segments: ReadonlyMap<string, SegmentState>;
}

/** The states of some subjects of one namespace. */
export function statesOf(subjects: Iterable<SubjectState>): States {
  let namespace: Partial<NamespaceState> = {};
  const flags = new Map<string, FlagState>();
  const segments = new Map<string, SegmentState>();
  for (const subject of subjects) {
    if (subject.kind === 'flag') flags.set(subject.key, subject.value);
    else if (subject.kind === 'segment') segments.set(subject.key, subject.value);
    else namespace = subject.value;
  }
  return { namespace, flags, segments };
}

/** What came of a merge. */
export interface Merge {
  /** Not to be used while there are conflicts. */
  readonly states: States;
  readonly conflicts: readonly PartConflict[];
  /** What others changed in flags and segments that mine changes, too. */
  readonly kept: readonly KeptPart[];
  /** What others changed anywhere. */
  readonly theirs: readonly KeptPart[];
  readonly warnings: readonly OrderWarning[];
}

/**
 * Merges what is wanted with what others have made of the same base meanwhile: what one side has changed is taken from
 * that side, part by part, and what both have changed to different things is a conflict.
 *
 * @param decides Settles conflicts; not those about what a row refers to.
 */
export function mergeStates(three: Three<States>, decides?: Decides): Merge {
  const { base, mine, latest } = three;
  const reports = new Map<string, MergeReport>();
  const reportOn = (subject: SubjectKey): MergeReport => {
    const name = nameOf(subject);
    const report = reports.get(name) ?? new MergeReport(subject, decides);
    reports.set(name, report);
    return report;
  };

  const segments = mergeSubjects(
    { base: base.segments, mine: mine.segments, latest: latest.segments },
    (states, key) => mergeSegment(states, reportOn({ kind: 'segment', key })),
  );
  const flags = mergeSubjects({ base: base.flags, mine: mine.flags, latest: latest.flags }, (states, key) =>
    mergeFlag(states, reportOn({ kind: 'flag', key })),
  );
  const torn = [...reports.values()].flatMap(({ conflicts }) =>
    conflicts.filter(({ part }) => part === 'whole'),
  );
  const referred = segmentsOf(
    { base: keysOf(base.segments), mine: keysOf(mine.segments), latest: keysOf(latest.segments) },
    new Set([...segments.keys(), ...torn.filter(({ kind }) => kind === 'segment').map(({ key }) => key)]),
  );
  for (const [key, merged] of flags) {
    const flag = {
      base: base.flags.get(key),
      mine: mine.flags.get(key),
      latest: latest.flags.get(key),
      merged,
    };
    tellDangling(flag, referred, reportOn({ kind: 'flag', key }));
  }
  const namespace = mergeParts<Partial<NamespaceState>>(
    namespaceParts,
    { base: base.namespace, mine: mine.namespace, latest: latest.namespace },
    new Spot(reportOn(NAMESPACE_SUBJECT)),
  );
  const all = [...reports.values()];
  return {
    states: { namespace, flags, segments },
    conflicts: all.flatMap(({ conflicts }) => conflicts),
    kept: all.flatMap(({ kept }) => kept),
    theirs: all.flatMap(({ theirs }) => theirs),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

/** Merges subjects by their keys. They stand in the order of latest, with those that mine adds behind. */
function mergeSubjects<S>(
  { base, mine, latest }: Three<ReadonlyMap<string, S>>,
  mergeSubject: (three: Three<S | undefined>, key: string) => S | undefined,
): ReadonlyMap<string, S> {
  const merged = new Map<string, S>();
  for (const key of new Set([...latest.keys(), ...mine.keys(), ...base.keys()])) {
    const state = mergeSubject({ base: base.get(key), mine: mine.get(key), latest: latest.get(key) }, key);
    if (state !== undefined) merged.set(key, state);
  }
  return merged;
}

function keysOf(subjects: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set(subjects.keys());
}
