import type { NamespaceParts } from '@pennon/domain';
import {
  buildFlags,
  buildSegments,
  compareFlags,
  compareSegments,
  type FlagMoment,
  type NamespaceRows,
} from '../document/build-snapshot-document';
import type { FlagDocument, SegmentDocument, SnapshotDocument } from '../document/snapshot-document';
import { borrowsAny, unpackFlag } from './packed-flag';

/**
 * Where flags stand among others, each found by when it was created, so that few of the others are looked at.
 *
 * @param flags In creation order.
 * @returns undefined unless all of them stand there, as when one is new, or was deleted and created again.
 */
function placesOf(
  flags: readonly FlagMoment[],
  wanted: readonly FlagMoment[],
): readonly number[] | undefined {
  const places = wanted.map((flag) => placeFor(flags, flag));
  return places.every((place, index) => flags[place]?.key === wanted[index]?.key) ? places : undefined;
}

/** The place of the first flag that is not before this one. */
function placeFor(flags: readonly FlagMoment[], wanted: FlagMoment): number {
  let [low, high] = [0, flags.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const flag = flags[middle];
    if (flag !== undefined && compareFlags(flag, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The flags without the distributions that point at one of these variants, which are of other flags. A flag that has no
 * such distribution is the same object.
 */
function withoutVariants(
  flags: readonly FlagDocument[],
  variantIds: ReadonlySet<string>,
): readonly FlagDocument[] {
  if (variantIds.size === 0) return flags;
  return flags.map((flag) => (borrowsAny(flag, variantIds) ? without(unpackFlag(flag), variantIds) : flag));
}

function without(flag: FlagDocument, variantIds: ReadonlySet<string>): FlagDocument {
  if (flag.type === 'boolean') return flag;
  const rules = flag.rules.map((rule) => ({
    ...rule,
    distributions: rule.distributions.filter(({ variantId }) => !variantIds.has(variantId)),
  }));
  return { ...flag, rules };
}

/**
 * Brings a document up to date with the rows of what has changed since: equal to building the whole namespace again,
 * at the cost of what has changed. Flags and segments that have not are the same objects as in `held`.
 *
 * A variant that is gone takes the distributions of other flags that point at it along, as it does in the database. A
 * segment that is gone was in no use: whatever used it has changed, too.
 *
 * @param changed What was changed, created or deleted since `held`; what has no rows is no more.
 * @param rows All rows of what was changed, and no others.
 */
export function patchSnapshotDocument(
  held: SnapshotDocument,
  changed: NamespaceParts,
  rows: NamespaceRows,
): SnapshotDocument {
  const { key: namespaceKey, ...state } = rows.namespace;
  const goneSegments = missing(changed.segmentKeys, keysOf(rows.segments));
  const isChanged = ({ key }: FlagDocument): boolean => changed.flagKeys.has(key);
  // As many rows as keys: none is gone.
  const places = rows.flags.length === changed.flagKeys.size ? placesOf(held.flags, rows.flags) : undefined;
  const before = places?.flatMap((place) => held.flags[place] ?? []) ?? held.flags.filter(isChanged);
  const goneVariants = missing(variantIdsOf(before), idsOf(rows.variants));
  const flags = buildFlags(rows, {
    isSegment: (key) => !goneSegments.has(key),
    isVariant: (id) => !goneVariants.has(id),
  });
  const others = withoutVariants(held.flags, goneVariants);
  return {
    formatVersion: held.formatVersion,
    namespaceKey,
    ...state,
    segments: patchSegments(held.segments, changed.segmentKeys, rows),
    flags:
      places === undefined
        ? [...others.filter((flag) => !isChanged(flag)), ...flags].sort(compareFlags)
        : withReplaced(others, places, flags),
  };
}

/** Nearly always it is flags that have changed, and there may be far more segments: then they are the same list. */
function patchSegments(
  held: readonly SegmentDocument[],
  changedKeys: ReadonlySet<string>,
  rows: NamespaceRows,
): readonly SegmentDocument[] {
  if (changedKeys.size === 0) return held;
  const kept = held.filter(({ key }) => !changedKeys.has(key));
  return [...kept, ...buildSegments(rows)].sort(compareSegments);
}

/** A copy of the list with other flags at those places. */
function withReplaced(
  flags: readonly FlagDocument[],
  places: readonly number[],
  replacements: readonly FlagDocument[],
): readonly FlagDocument[] {
  const copy = [...flags];
  replacements.forEach((flag, index) => {
    const place = places[index];
    if (place !== undefined) copy[place] = flag;
  });
  return copy;
}

/** What is in the first and not in the second. */
function missing(before: Iterable<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...before].filter((name) => !after.has(name)));
}

function keysOf(items: readonly { readonly key: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ key }) => key));
}

function variantIdsOf(flags: readonly FlagDocument[]): readonly string[] {
  return flags.flatMap(({ variants }) => variants.map(({ id }) => id));
}

function idsOf(items: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}
