import {
  type Constraint,
  type Distribution,
  type Flag,
  type Namespace,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';

/**
 * All rows of one namespace, read at one revision: one list per table, nothing joined.
 *
 * Flags, variants, constraints and distributions come in creation order, rules and rollouts by rank; segments in
 * any order.
 */
export interface NamespaceRows {
  readonly namespace: Pick<Namespace, 'key' | 'revision'>;
  readonly flags: readonly Flag[];
  readonly variants: readonly Variant[];
  readonly segments: readonly Segment[];
  readonly constraints: readonly Constraint[];
  readonly rules: readonly Rule[];
  readonly distributions: readonly Distribution[];
  readonly rollouts: readonly Rollout[];
}
