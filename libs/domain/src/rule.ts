import { type SegmentSelection } from './segment';
import { type Instant } from './time';

/** An ordered step of a variant flag: when its segments match, its distributions apply. */
export interface Rule extends SegmentSelection {
  readonly id: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Position, 1-based; lower ranks are tried first. */
  readonly rank: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The share of a rule that goes to one variant. */
export interface Distribution {
  readonly id: string;
  readonly ruleId: string;
  readonly variantId: string;
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly rolloutPercent: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A rule with its distributions in creation order. */
export interface RuleWithDistributions extends Rule {
  readonly distributions: readonly Distribution[];
}
