import { type SegmentSelection } from './segment';
import { type Instant } from './time';

/** What a rollout decides by. */
export const rolloutTypes = ['segment', 'threshold'] as const;
export type RolloutType = (typeof rolloutTypes)[number];

/** A share of all entities gets `value`. */
export interface ThresholdStep {
  readonly type: 'threshold';
  /** Percent, 0–100, as the shortest decimal of a 32-bit float. */
  readonly percent: number;
  readonly value: boolean;
}

/** Entities in the selected segments get `value`. */
export interface SegmentStep extends SegmentSelection {
  readonly type: 'segment';
  readonly value: boolean;
}

/** The deciding part of a rollout. */
export type RolloutStep = ThresholdStep | SegmentStep;

/** An ordered step of a boolean flag that yields true or false. */
export interface Rollout {
  readonly id: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Position; lower ranks are tried first. */
  readonly rank: number;
  readonly description: string;
  readonly step: RolloutStep;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
