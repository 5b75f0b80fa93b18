import { randomUUID } from 'node:crypto';
import { onlyFlags } from '@pennon/document';
import type { NamespaceContents, NamespaceParts } from '@pennon/domain';
import {
  adoptFlag,
  adoptSegment,
  type FlagState,
  type SegmentState,
  segmentsUsedBy,
  ungrouped,
} from '@pennon/state';
import { compareUses, SystemClock, type SegmentUse } from '@pennon/storage';
import type { NamespaceReading } from '../reading/namespace-reading';
import type { WantedState } from './wanted-state';

/** Flags or segments that are to change, by key; undefined for one that is to be deleted. */
type Subjects<T> = ReadonlyMap<string, T | undefined>;

/** What differs from the namespace as it is. */
interface Difference {
  readonly namespace: WantedState['document']['namespace'];
  readonly flags: Subjects<FlagState>;
  readonly segments: Subjects<SegmentState>;
}

/**
 * A namespace as it will be after changes that are still to be applied. Its history is that of the present.
 *
 * @param changes In the order in which they are applied; one at least.
 */
export function readingAfter(reading: NamespaceReading, changes: readonly WantedState[]): NamespaceReading {
  const { namespace, flags, segments } = differenceOf(changes);
  return {
    ...reading,
    async outline() {
      const outline = await reading.outline();
      if (outline === undefined) return undefined;
      const { key, name, description } = outline.namespace;
      return {
        ...outline,
        namespace: {
          key,
          name: namespace.name ?? name,
          description: namespace.description ?? description,
        },
        flagKeys: keysAfter(outline.flagKeys, flags),
        segmentKeys: keysAfter(outline.segmentKeys, segments),
      };
    },
    async rows({ flagKeys, segmentKeys }) {
      const unchanged: NamespaceParts = {
        flagKeys: new Set([...flagKeys].filter((key) => !flags.has(key))),
        segmentKeys: new Set([...segmentKeys].filter((key) => !segments.has(key))),
      };
      const stored = await reading.rows(unchanged);
      const wanted = among(flags, flagKeys);
      const unsaid = wanted.filter(({ off }) => off === undefined).map(({ key }) => key);
      const present = unsaid.length === 0 ? [] : (await reading.rows(onlyFlags(unsaid))).flags;
      const offOf = new Map(present.map(({ key, off }) => [key, off]));
      const settled = wanted.map((flag) => ({ ...flag, off: flag.off ?? offOf.get(flag.key) ?? false }));
      return joined(stored, newRows(namespace.key, settled, among(segments, segmentKeys)));
    },
    async usersOf(segmentKeys) {
      const asked = new Set(segmentKeys);
      const users = (await reading.usersOf(segmentKeys)).filter(({ flagKey }) => !flags.has(flagKey));
      const later = among(flags, flags.keys()).flatMap((flag) =>
        segmentsUsedBy(flag)
          .filter((key) => asked.has(key))
          .map((segmentKey): SegmentUse => ({ flagKey: flag.key, segmentKey })),
      );
      return [...users, ...later].sort(compareUses);
    },
  };
}

function differenceOf(changes: readonly WantedState[]): Difference {
  let namespace: Difference['namespace'] = { key: '', name: undefined, description: undefined };
  const flags = new Map<string, FlagState | undefined>();
  const segments = new Map<string, SegmentState | undefined>();
  for (const { document, deletions } of changes) {
    const { key, name = namespace.name, description = namespace.description } = document.namespace;
    namespace = { key, name, description };
    for (const gone of deletions.flags) flags.set(gone, undefined);
    for (const gone of deletions.segments) segments.set(gone, undefined);
    for (const flag of document.flags)
      flags.set(flag.key, { ...flag, off: flag.off ?? flags.get(flag.key)?.off });
    for (const segment of document.segments) segments.set(segment.key, segment);
  }
  return { namespace, flags, segments };
}

/** Present keys in their order, and new ones behind them. */
function keysAfter(present: readonly string[], subjects: Subjects<unknown>): readonly string[] {
  const known = new Set(present);
  return [...present, ...[...subjects.keys()].filter((key) => !known.has(key))].filter(
    (key) => !subjects.has(key) || subjects.get(key) !== undefined,
  );
}

function among<T>(subjects: Subjects<T>, keys: Iterable<string>): readonly T[] {
  return [...keys].flatMap((key) => subjects.get(key) ?? []);
}

function newRows(
  namespaceKey: string,
  flags: readonly FlagState[],
  segments: readonly SegmentState[],
): NamespaceContents {
  const clock = new SystemClock();
  const adoption = {
    ...{ id: () => randomUUID(), now: () => clock.now(), author: '', isComplete: true },
    attachmentOf: (attachment: string) => attachment,
  };
  return ungrouped({
    segments: segments.map((segment) => adoptSegment(namespaceKey, undefined, segment, adoption)),
    flags: flags.map((flag) => adoptFlag(namespaceKey, undefined, flag, adoption)),
  });
}

function joined(one: NamespaceContents, other: NamespaceContents): NamespaceContents {
  return {
    flags: [...one.flags, ...other.flags],
    segments: [...one.segments, ...other.segments],
    variants: [...one.variants, ...other.variants],
    constraints: [...one.constraints, ...other.constraints],
    rules: [...one.rules, ...other.rules],
    distributions: [...one.distributions, ...other.distributions],
    rollouts: [...one.rollouts, ...other.rollouts],
  };
}
