import { type FeatureName } from '@pennon/domain';
import type { SubjectState } from '../history/subject-state';

/** By name of a feature, whether a flag or segment uses it. */
export type FeatureUses = Readonly<Record<string, (state: SubjectState) => boolean>>;

/** One for every feature of this version. */
export const featureUses: Readonly<Record<FeatureName, FeatureUses[string]>> = {};

/** The names of the features that a flag or segment uses. */
export function featuresOf(state: SubjectState, uses: FeatureUses = featureUses): readonly string[] {
  return Object.keys(uses).filter((name) => uses[name]?.(state) === true);
}
