import { type SegmentChoice, type SegmentRolloutChoice, type Threshold } from '../model';
import { type Share } from './buckets';

/** A variant as far as bars and sentences show it. */
export interface AudienceVariant {
  readonly id: string;
  readonly key: string;
}

/** A rule as far as it decides who gets what. */
export interface AudienceRule extends SegmentChoice {
  readonly distributions: readonly Share[];
}

/** A rollout as far as it decides who gets what. */
export type AudienceRollout =
  | { readonly type: 'THRESHOLD_ROLLOUT_TYPE'; readonly threshold: Threshold }
  | { readonly type: 'SEGMENT_ROLLOUT_TYPE'; readonly segment: SegmentRolloutChoice };

/**
 * What of a flag decides who gets what, rules and rollouts by rank: contents of the management API, of the namespace
 * index, or of an unsaved edit.
 */
export interface AudienceFlag {
  readonly flag: {
    readonly type: 'VARIANT_FLAG_TYPE' | 'BOOLEAN_FLAG_TYPE';
    readonly enabled: boolean;
    /** Undefined unless the flag is off for everyone. */
    readonly off?: object | undefined;
    readonly variants: readonly AudienceVariant[];
    readonly defaultVariant?: AudienceVariant | undefined;
  };
  readonly rules: readonly AudienceRule[];
  readonly rollouts: readonly AudienceRollout[];
}
