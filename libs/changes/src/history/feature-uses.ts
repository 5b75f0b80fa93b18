import type { NamespaceDocument } from '@pennon/document';
import { isOff, type FlagState, type SegmentState } from '@pennon/state';

/** What may use a feature. */
export type FeatureUser =
  | { readonly kind: 'flag'; readonly value: FlagState }
  | { readonly kind: 'segment'; readonly value: SegmentState }
  | { readonly kind: 'namespace'; readonly value: object };

/** By name of a feature, whether a flag or segment uses it. */
export type FeatureUses = Readonly<Record<string, (user: FeatureUser) => boolean>>;

/** One for every feature of this version. */
export const featureUses: FeatureUses = {
  off: ({ kind, value }) => kind === 'flag' && isOff(value.off),
  // Nothing that a namespace holds: reviews and policies are beside it.
  policies: () => false,
  reviews: () => false,
};

/** The names of the features that a flag or segment uses. */
export function featuresOf(user: FeatureUser, uses: FeatureUses = featureUses): readonly string[] {
  return Object.keys(uses).filter((name) => uses[name]?.(user) === true);
}

/** The names of the features that flags and segments of a document use. */
export function documentFeatures({ flags, segments }: NamespaceDocument): readonly string[] {
  const users: readonly FeatureUser[] = [
    ...flags.map((value) => ({ kind: 'flag', value }) as const),
    ...segments.map((value) => ({ kind: 'segment', value }) as const),
  ];
  return [...new Set(users.flatMap((user) => featuresOf(user)))].sort();
}
