import { borrowsAny, segmentKeysOf } from './packed-flag';
import {
  type FlagDocument,
  type SnapshotDocument,
  type VariantDocument,
} from '../document/snapshot-document';
import { eachInSteps, type Steps } from './steps';

/** Where two lists differ: what lies before that place, and behind it, is the same objects in the same order. */
export interface ListChange<T> {
  /** Index of the first item that differs. */
  readonly start: number;
  /** What stands from there on in the one list; nearly always there is one item, or none. */
  readonly before: readonly T[];
  /** The same of the other list. */
  readonly after: readonly T[];
}

/** What two documents do not have in common, told by the identity of their flags and segments. */
export interface DocumentChanges {
  readonly flags: ListChange<FlagDocument>;
  /** Keys of the flags that are not the same objects: changed, added or taken away. */
  readonly flagKeys: ReadonlySet<string>;
  /** The same for segments. */
  readonly segmentKeys: ReadonlySet<string>;
  /** Ids of variants, of any flag, that look different, are new or are gone. */
  readonly variantIds: ReadonlySet<string>;
}

/**
 * What has changed between two documents of a namespace. Compares every flag and segment, and looks into none but those
 * that differ.
 */
export function* changesBetween(before: SnapshotDocument, after: SnapshotDocument): Steps<DocumentChanges> {
  const flags = listChange(before.flags, after.flags);
  const flagKeys = changedKeys(flags);
  yield;
  const variantsBefore = yield* variantsOf(flags.before, flagKeys);
  const variantsAfter = yield* variantsOf(flags.after, flagKeys);
  return {
    flags,
    flagKeys,
    segmentKeys: changedKeys(listChange(before.segments, after.segments)),
    variantIds: new Set(yield* changedVariants(variantsBefore, variantsAfter)),
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

function listChange<T>(before: readonly T[], after: readonly T[]): ListChange<T> {
  if (before === after) return { start: before.length, before: [], after: [] };
  const length = Math.min(before.length, after.length);
  let start = 0;
  while (start < length && before[start] === after[start]) start++;
  let back = 0;
  while (back < length - start && before.at(-1 - back) === after.at(-1 - back)) back++;
  return {
    start,
    before: before.slice(start, before.length - back),
    after: after.slice(start, after.length - back),
  };
}

/** The keys under which there is not the same object before and after. */
function changedKeys<T extends { readonly key: string }>({
  before,
  after,
}: ListChange<T>): ReadonlySet<string> {
  const changed = new Map(before.map((item) => [item.key, item]));
  for (const item of after) {
    if (changed.get(item.key) === item) changed.delete(item.key);
    else changed.set(item.key, item);
  }
  return new Set(changed.keys());
}

/** The variants of those flags, by their ids. */
function* variantsOf(
  flags: readonly FlagDocument[],
  keys: ReadonlySet<string>,
): Steps<ReadonlyMap<string, VariantDocument>> {
  const variants = new Map<string, VariantDocument>();
  yield* eachInSteps(flags, (flag) => {
    if (keys.has(flag.key)) for (const variant of flag.variants) variants.set(variant.id, variant);
  });
  return variants;
}

/** The ids under which two sets of variants do not look the same. */
function* changedVariants(
  before: ReadonlyMap<string, VariantDocument>,
  after: ReadonlyMap<string, VariantDocument>,
): Steps<readonly string[]> {
  const changed: string[] = [];
  yield* eachInSteps([...before.keys(), ...after.keys()], (id) => {
    const [old, now] = [before.get(id), after.get(id)];
    if (old?.key !== now?.key || old?.attachment !== now?.attachment) changed.push(id);
  });
  return changed;
}
