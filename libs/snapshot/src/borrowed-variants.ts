import { type FlagDocument } from './snapshot-document';

const none: ReadonlySet<string> = new Set();

/** The ids of the variants of other flags that distributions of this flag point at; nearly always none. */
export function borrowedVariantIds(flag: FlagDocument): ReadonlySet<string> {
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
