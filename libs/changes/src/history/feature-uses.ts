import type { NamespaceDocument } from '@pennon/document';
import type { SubjectState } from './subject-state';

/** By name of a feature, whether a flag or segment uses it. */
export type FeatureUses = Readonly<Record<string, (state: SubjectState) => boolean>>;

/** One for every feature of this version. */
export const featureUses: FeatureUses = {};

/** The names of the features that a flag or segment uses. */
export function featuresOf(state: SubjectState, uses: FeatureUses = featureUses): readonly string[] {
  return Object.keys(uses).filter((name) => uses[name]?.(state) === true);
}

/** The names of the features that flags and segments of a document use. */
export function documentFeatures({ flags, segments }: NamespaceDocument): readonly string[] {
  if (Object.keys(featureUses).length === 0) return [];
  const states = [
    ...flags.map((value): SubjectState => ({ kind: 'flag', key: value.key, createdAt: 0, value })),
    ...segments.map((value): SubjectState => ({ kind: 'segment', key: value.key, createdAt: 0, value })),
  ];
  return [...new Set(states.flatMap((state) => featuresOf(state)))].sort();
}
