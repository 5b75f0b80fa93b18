import type { FlagDocument } from '../document/snapshot-document';
import type { KeyedTable } from './keyed-table';
import { borrowedBy, segmentKeysOf } from './packed-flag';
import type { Block } from './table-blocks';

/** What flags refer to outside of themselves. */
export interface References {
  readonly segmentKeys: ReadonlySet<string>;
  /** Ids of variants of other flags. */
  readonly variantIds: ReadonlySet<string>;
}

/** What the flags of a block refer to, told once: most blocks outlive many changes. */
const known = new WeakMap<Block<FlagDocument>, References>();

/**
 * The flags that refer to one of these. Of a block that has no such flag, no flag is looked at.
 *
 * @param flags The table of a document.
 */
export function* flagsReferringTo(
  flags: KeyedTable<FlagDocument>,
  { segmentKeys, variantIds }: References,
): Generator<FlagDocument, void, undefined> {
  if (segmentKeys.size === 0 && variantIds.size === 0) return;
  for (const block of flags.blocks) {
    const references = referencesOf(block);
    const [isUser, isBorrower] = [
      hasAny(references.segmentKeys, segmentKeys),
      hasAny(references.variantIds, variantIds),
    ];
    if (!isUser && !isBorrower) continue;
    for (const flag of block) {
      if (flag === undefined) continue;
      const refers =
        (isUser && segmentKeysOf(flag).some((key) => segmentKeys.has(key))) ||
        (isBorrower && hasAny(borrowedBy(flag), variantIds));
      if (refers) yield flag;
    }
  }
}

function referencesOf(block: Block<FlagDocument>): References {
  const present = known.get(block);
  if (present !== undefined) return present;
  const flags = block.flatMap((flag) => flag ?? []);
  const references = {
    segmentKeys: new Set(flags.flatMap(segmentKeysOf)),
    variantIds: new Set(flags.flatMap((flag) => [...borrowedBy(flag)])),
  };
  known.set(block, references);
  return references;
}

/** True if one of the wanted, which are few, is among them. */
function hasAny(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  for (const name of wanted) if (names.has(name)) return true;
  return false;
}
