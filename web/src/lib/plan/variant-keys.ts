import { type FlagState, type Three } from '@pennon/state';

/** The flag with other keys in the place of those of variants; without what has none. */
export function withVariantKeys(flag: FlagState, keyOf: (key: string) => string | undefined): FlagState {
  const { defaultVariantKey } = flag;
  return {
    ...flag,
    defaultVariantKey: defaultVariantKey === undefined ? undefined : keyOf(defaultVariantKey),
    variants: flag.variants.flatMap((variant) => {
      const key = keyOf(variant.key);
      return key === undefined ? [] : [{ ...variant, key }];
    }),
    rules: flag.rules.map((rule) => ({
      ...rule,
      distributions: rule.distributions.flatMap((share) => {
        const variantKey = keyOf(share.variantKey);
        return variantKey === undefined ? [] : [{ ...share, variantKey }];
      }),
    })),
  };
}

/**
 * The states of a flag with the keys that either side has given to its variants. To the server a variant of another key
 * is a new one, and what the other side says of the former key would refer to nothing.
 */
export function withNewKeys({ base, mine, latest }: Three<FlagState>): Three<FlagState> {
  // A save gives one variant another key at most. Others may have saved often: what they added may be something else.
  const our = replacedVariant(base, mine);
  const their = replacedVariant(base, latest);
  const newKeys = new Map<string, string>();
  if (our !== undefined && !hasVariant(latest, our.to)) newKeys.set(our.from, our.to);
  if (their !== undefined && !hasVariant(mine, their.to) && isUsedAlike(base, latest, their)) {
    // Two keys for one variant are for people to settle.
    if (!newKeys.delete(their.from)) newKeys.set(their.from, their.to);
  }
  if (newKeys.size === 0) return { base, mine, latest };
  const renamed = (flag: FlagState): FlagState => withVariantKeys(flag, (key) => newKeys.get(key) ?? key);
  return { base: renamed(base), mine: renamed(mine), latest: renamed(latest) };
}

interface NewKey {
  readonly from: string;
  readonly to: string;
}

/** The only variant that is gone, and the only one that is new; undefined where there are none or several. */
function replacedVariant(before: FlagState, after: FlagState): NewKey | undefined {
  const [gone, ...otherGone] = before.variants.filter(({ key }) => !hasVariant(after, key));
  const [added, ...otherAdded] = after.variants.filter(({ key }) => !hasVariant(before, key));
  if (gone === undefined || added === undefined || otherGone.length + otherAdded.length > 0) return undefined;
  return { from: gone.key, to: added.key };
}

function hasVariant({ variants }: FlagState, key: string): boolean {
  return variants.some((variant) => variant.key === key);
}

/** True if the rules and the default that gave the former variant give the new one. */
function isUsedAlike(before: FlagState, after: FlagState, { from, to }: NewKey): boolean {
  const uses = usesOf(before, from);
  return uses.length > 0 && JSON.stringify(uses) === JSON.stringify(usesOf(after, to));
}

/** Who gets a variant: the segments of each rule that gives it, sorted, and those whom no rule matches. */
function usesOf({ rules, defaultVariantKey }: FlagState, key: string): readonly string[] {
  const giving = rules.filter(({ distributions }) =>
    distributions.some(({ variantKey }) => variantKey === key),
  );
  const uses = giving.map(({ segmentKeys, segmentOperator }) =>
    JSON.stringify([segmentKeys, segmentOperator]),
  );
  return [...uses.sort(), ...(defaultVariantKey === key ? ['default'] : [])];
}
