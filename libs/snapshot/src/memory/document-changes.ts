import type { FlagDocument, VariantDocument } from '../document/snapshot-document';
import type { DocumentTables } from './document-tables';
import type { ItemChange, Keyed } from './keyed-table';
import { eachInSteps, type Steps } from './steps';

/** What two documents do not have in common, told by the identity of their flags and segments. */
export interface DocumentChanges {
  /** Keys of the flags that are not the same objects: changed, added or taken away. */
  readonly flagKeys: ReadonlySet<string>;
  /** The same for segments. */
  readonly segmentKeys: ReadonlySet<string>;
  /** Ids of variants, of any flag, that look different, are new or are gone. */
  readonly variantIds: ReadonlySet<string>;
}

/** What has changed between two documents of a namespace. Looks into none but the flags that differ. */
export function* changesBetween(before: DocumentTables, after: DocumentTables): Steps<DocumentChanges> {
  const flags = [...after.flags.changesSince(before.flags)];
  return {
    flagKeys: keysOf(flags),
    segmentKeys: keysOf(after.segments.changesSince(before.segments)),
    variantIds: yield* changedVariants(flags),
  };
}

function keysOf(changes: Iterable<ItemChange<Keyed>>): ReadonlySet<string> {
  return new Set(Array.from(changes, ([before, after]) => (after ?? before)?.key ?? ''));
}

/** The ids under which flags do not have variants that look the same before and after. */
function* changedVariants(changes: readonly ItemChange<FlagDocument>[]): Steps<ReadonlySet<string>> {
  const [variantsBefore, variantsAfter] = [
    new Map<string, VariantDocument>(),
    new Map<string, VariantDocument>(),
  ];
  yield* eachInSteps(changes, ([before, after]) => {
    for (const variant of before?.variants ?? []) variantsBefore.set(variant.id, variant);
    for (const variant of after?.variants ?? []) variantsAfter.set(variant.id, variant);
  });
  const changed = new Set<string>();
  yield* eachInSteps([...variantsBefore.keys(), ...variantsAfter.keys()], (id) => {
    const [old, now] = [variantsBefore.get(id), variantsAfter.get(id)];
    if (old?.key !== now?.key || old?.attachment !== now?.attachment) changed.add(id);
  });
  return changed;
}
