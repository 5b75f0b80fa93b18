import type { NamespaceParts } from '@pennon/domain';
import {
  buildFlags,
  buildSegments,
  compareFlags,
  compareSegments,
  type NamespaceRows,
} from '../document/build-snapshot-document';
import type { FlagDocument, SnapshotDocument } from '../document/snapshot-document';
import { documentOf, tablesOf } from './document-tables';
import type { Keyed } from './keyed-table';
import { unpackFlag } from './packed-flag';
import { flagsReferringTo } from './references';

const none: ReadonlySet<string> = new Set();

/** The flag without the distributions that point at one of these variants, which are of other flags. */
function without(variantIds: ReadonlySet<string>, kept: FlagDocument): FlagDocument {
  const flag = unpackFlag(kept);
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
  const { flags, segments } = tablesOf(held);
  const goneSegments = missing(changed.segmentKeys, keysOf(rows.segments));
  const before = [...changed.flagKeys].flatMap((key) => flags.get(key) ?? []);
  const goneVariants = missing(variantIdsOf(before), idsOf(rows.variants));
  const changedFlags = buildFlags(rows, {
    isSegment: (key) => !goneSegments.has(key),
    isVariant: (id) => !goneVariants.has(id),
  });
  const borrowers = [...flagsReferringTo(flags, { segmentKeys: none, variantIds: goneVariants })];
  const robbed = borrowers
    .filter(({ key }) => !changed.flagKeys.has(key))
    .map((flag) => without(goneVariants, flag));
  return documentOf(
    { formatVersion: held.formatVersion, namespaceKey, ...state },
    {
      segments: segments.with(byKey(changed.segmentKeys, buildSegments(rows)), compareSegments),
      flags: flags.with(byKey(changed.flagKeys, [...robbed, ...changedFlags]), compareFlags),
    },
  );
}

/** These items by their keys, in their order, and behind them nothing under each of the other keys. */
function byKey<T extends Keyed>(
  keys: ReadonlySet<string>,
  items: readonly T[],
): ReadonlyMap<string, T | undefined> {
  const present = new Map<string, T | undefined>(items.map((item) => [item.key, item]));
  for (const key of keys) if (!present.has(key)) present.set(key, undefined);
  return present;
}

/** What is in the first and not in the second. */
function missing(before: Iterable<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...before].filter((name) => !after.has(name)));
}

function keysOf(items: readonly Keyed[]): ReadonlySet<string> {
  return new Set(items.map(({ key }) => key));
}

function variantIdsOf(flags: readonly FlagDocument[]): readonly string[] {
  return flags.flatMap(({ variants }) => variants.map(({ id }) => id));
}

function idsOf(items: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}
