/** What a check looks for. */
export type CheckName =
  | 'unknown_segment'
  | 'unknown_variant'
  | 'borrowed_variant'
  | 'borrowed_variant_taken'
  | 'distributions_over'
  | 'distributions_under'
  | 'unreachable_rule'
  | 'everybody_segment'
  | 'repeated_rollout';

/** A problem in a flag or segment that the format itself allows. */
export interface Finding {
  /** `error`: it refers to something that does not exist, or cannot add up; `warning`: it is probably a mistake. */
  readonly severity: 'error' | 'warning';
  readonly check: CheckName;
  readonly kind: 'flag' | 'segment';
  /** Of the flag or segment. */
  readonly key: string;
  /** Members of the flag or segment, such as `rules[1].distributions[0]`; `''` for all of it. */
  readonly path: string;
  /** One sentence for people. Rules and rollouts have their rank, from 1. */
  readonly message: string;
}
