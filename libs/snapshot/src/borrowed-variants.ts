import { type FlagDocument } from './snapshot-document';

const none: ReadonlySet<string> = new Set();
const found = new WeakMap<FlagDocument, ReadonlySet<string>>();

/**
 * The ids of the variants of other flags that distributions of this flag point at; nearly always none.
 *
 * Looked for once: a flag that does not change is the same object from document to document.
 */
function borrowedVariantIds(flag: FlagDocument): ReadonlySet<string> {
  let ids = found.get(flag);
  if (ids === undefined) {
    ids = findBorrowed(flag);
    found.set(flag, ids);
  }
  return ids;
}

/** True if distributions of this flag point at one of these variants of other flags. */
export function borrowsAny(flag: FlagDocument, variantIds: ReadonlySet<string>): boolean {
  const borrowed = borrowedVariantIds(flag);
  if (borrowed.size === 0) return false;
  return [...borrowed].some((id) => variantIds.has(id));
}

function findBorrowed(flag: FlagDocument): ReadonlySet<string> {
  if (flag.type === 'boolean') return none;
  const { variants, rules } = flag;
  const borrowed = new Set<string>();
  for (const { distributions } of rules) {
    for (const { variantId } of distributions) {
      if (!variants.some(({ id }) => id === variantId)) borrowed.add(variantId);
    }
  }
  return borrowed.size === 0 ? none : borrowed;
}
