import { type Constraint } from './constraint';
import { type Flag, type Variant } from './flag';
import { type Rollout } from './rollout';
import { type Distribution, type Rule } from './rule';
import { type Segment } from './segment';

/** Everything in a namespace: one list per noun, nothing joined. Whoever hands it on says in which order. */
export interface NamespaceContents {
  readonly flags: readonly Flag[];
  readonly variants: readonly Variant[];
  readonly segments: readonly Segment[];
  readonly constraints: readonly Constraint[];
  readonly rules: readonly Rule[];
  readonly distributions: readonly Distribution[];
  readonly rollouts: readonly Rollout[];
}

/** Some flags and segments of one namespace, by their keys. */
export interface NamespaceParts {
  readonly flagKeys: ReadonlySet<string>;
  readonly segmentKeys: ReadonlySet<string>;
}
