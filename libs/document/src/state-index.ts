import {
  type Flag,
  type Rollout,
  type RuleWithDistributions,
  type SegmentWithConstraints,
  type Variant,
} from '@pennon/domain';
import { type NamespaceState } from './namespace-state';
import { groupInSteps, mapInSteps, type Steps } from './steps';

/** A flag with everything that belongs to it. */
export interface StoredFlag extends Flag {
  readonly variants: readonly Variant[];
  readonly rules: readonly RuleWithDistributions[];
  readonly rollouts: readonly Rollout[];
}

/** The rows of a namespace, each with what belongs to it, in the order of the rows. */
export interface StateIndex {
  readonly flags: readonly StoredFlag[];
  readonly segments: readonly SegmentWithConstraints[];
}

/** Joins the rows of a namespace. Linear in their number. */
export function* indexState(state: NamespaceState): Steps<StateIndex> {
  const variants = yield* groupInSteps(state.variants, ({ flagKey }) => flagKey);
  const rollouts = yield* groupInSteps(state.rollouts, ({ flagKey }) => flagKey);
  const distributions = yield* groupInSteps(state.distributions, ({ ruleId }) => ruleId);
  const withDistributions = yield* mapInSteps(state.rules, (rule) => ({
    ...rule,
    distributions: of(distributions, rule.id),
  }));
  const rules = yield* groupInSteps(withDistributions, ({ flagKey }) => flagKey);
  const constraints = yield* groupInSteps(state.constraints, ({ segmentKey }) => segmentKey);
  const flags = yield* mapInSteps(state.flags, (flag) => ({
    ...flag,
    variants: of(variants, flag.key),
    rules: of(rules, flag.key),
    rollouts: of(rollouts, flag.key),
  }));
  const segments = yield* mapInSteps(state.segments, (segment) => ({
    ...segment,
    constraints: of(constraints, segment.key),
  }));
  return { flags, segments };
}

/** Keys of a flag's variants by their ids. */
export function variantKeysOf({ variants }: StoredFlag): ReadonlyMap<string, string> {
  return new Map(variants.map(({ id, key }) => [id, key]));
}

function of<T>(groups: ReadonlyMap<string, readonly T[]>, key: string): readonly T[] {
  return groups.get(key) ?? [];
}
