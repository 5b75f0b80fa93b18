import { borrowsAny, segmentKeysOf } from './packed-flag';
import { type FlagDocument, type SnapshotDocument, type VariantDocument } from './snapshot-document';

/** What two documents do not have in common, told by the identity of their flags and segments. */
export interface DocumentChanges {
  /** Keys of the flags that are not the same objects: changed, added or taken away. */
  readonly flagKeys: ReadonlySet<string>;
  /** The same for segments. */
  readonly segmentKeys: ReadonlySet<string>;
  /** Ids of variants, of any flag, that look different, are new or are gone. */
  readonly variantIds: ReadonlySet<string>;
}

/** What has changed between two documents of a namespace. Linear in the number of flags and segments, not of rules. */
export function changesBetween(before: SnapshotDocument, after: SnapshotDocument): DocumentChanges {
  const flagKeys = changedKeys(before.flags, after.flags);
  return {
    flagKeys,
    segmentKeys: changedKeys(before.segments, after.segments),
    variantIds: changedVariants(variantsOf(before.flags, flagKeys), variantsOf(after.flags, flagKeys)),
  };
}

/** True if a flag, though it is the same, refers to something that is not. */
export function refersToChanges(
  flag: FlagDocument,
  { segmentKeys, variantIds }: Pick<DocumentChanges, 'segmentKeys' | 'variantIds'>,
): boolean {
  return (
    (segmentKeys.size > 0 && looksAtAny(flag, segmentKeys)) ||
    (variantIds.size > 0 && borrowsAny(flag, variantIds))
  );
}

function looksAtAny(flag: FlagDocument, segmentKeys: ReadonlySet<string>): boolean {
  return segmentKeysOf(flag).some((key) => segmentKeys.has(key));
}

/** The keys under which two lists do not have the same object. */
function changedKeys<T extends { readonly key: string }>(
  before: readonly T[],
  after: readonly T[],
): ReadonlySet<string> {
  if (before === after) return new Set();
  // Nearly always they differ in one place: what is the same in front of it and behind it is not looked at closely.
  const length = Math.min(before.length, after.length);
  let front = 0;
  while (front < length && before[front] === after[front]) front++;
  let back = 0;
  while (back < length - front && before.at(-1 - back) === after.at(-1 - back)) back++;
  const changed = new Map(before.slice(front, before.length - back).map((item) => [item.key, item]));
  for (const item of after.slice(front, after.length - back)) {
    if (changed.get(item.key) === item) changed.delete(item.key);
    else changed.set(item.key, item);
  }
  return new Set(changed.keys());
}

/** The variants of those flags, by their ids. */
function variantsOf(
  flags: readonly FlagDocument[],
  keys: ReadonlySet<string>,
): ReadonlyMap<string, VariantDocument> {
  const variants = new Map<string, VariantDocument>();
  for (const flag of flags) {
    if (keys.has(flag.key)) for (const variant of flag.variants) variants.set(variant.id, variant);
  }
  return variants;
}

/** The ids under which two sets of variants do not look the same. */
function changedVariants(
  before: ReadonlyMap<string, VariantDocument>,
  after: ReadonlyMap<string, VariantDocument>,
): ReadonlySet<string> {
  const looksDifferent = (id: string): boolean => {
    const [old, now] = [before.get(id), after.get(id)];
    return old?.key !== now?.key || old?.attachment !== now?.attachment;
  };
  return new Set([...before.keys(), ...after.keys()].filter(looksDifferent));
}
