import { borrowsAny, unpackFlag } from './packed-flag';
import { type FlagDocument } from './snapshot-document';

/**
 * The flags without the distributions that point at one of these variants, which are of other flags. A flag that has no
 * such distribution is the same object.
 */
export function withoutVariants(
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
