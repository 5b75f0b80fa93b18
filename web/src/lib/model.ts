import { type FlagOff } from '@pennon/domain';
import {
  type ConstraintState,
  type FlagState,
  type RolloutState,
  type RuleState,
  type SegmentState,
  type VariantState,
} from '@pennon/state';

/**
 * The domain of the dashboard: the states of the shared library, and what the server adds to them. A flag with all that
 * it has is its state, and so is a segment.
 */

/** When something was made and last changed: RFC 3339 texts with up to nine fraction digits. */
export interface Dated {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Namespace extends Dated {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** True for the namespace that every server starts with. */
  readonly protected: boolean;
}

/** A row of the server: it stays the same one whatever it is changed to. */
interface Row {
  readonly id: string;
}

export interface Variant extends VariantState, Row {}

export interface Rule extends RuleState, Row {}

export interface Rollout extends RolloutState, Row {
  /** RFC 3339. */
  readonly createdAt: string;
}

export interface Constraint extends ConstraintState, Row {}

/** A flag as lists have it: what decides who gets what is read with its page. */
export interface Flag extends Omit<FlagState, 'rules' | 'rollouts'>, Dated {
  readonly namespaceKey: string;
  readonly off: FlagOff | false;
  /** In creation order. */
  readonly variants: readonly Variant[];
}

/** A flag with all that decides what it answers. */
export interface FlagContents extends Flag {
  readonly rules: readonly Rule[];
  readonly rollouts: readonly Rollout[];
}

export interface Segment extends SegmentState, Dated {
  readonly namespaceKey: string;
  /** In creation order. */
  readonly constraints: readonly Constraint[];
}

/** Where a segment is used. */
export interface SegmentUse {
  readonly flagKey: string;
  readonly kind: 'rule' | 'rollout';
  /** Place of the rule or rollout, from 1. */
  readonly position: number;
}
