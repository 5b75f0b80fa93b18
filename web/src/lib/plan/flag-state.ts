import { type RolloutStep, type SegmentSelection, selectSegments } from '@pennon/domain';
import { type FlagState, type RolloutState, type RuleState } from '@pennon/state';
import { type AudienceRollout } from '../audience/audience-flag';
import { type FlagContents, type SegmentChoice } from '../model';
import { type ContentsDraft, draftOf, type RolloutDraft, type RuleDraft } from './drafts';

/** The flag in the words of the server. Attachments keep their white space: people see them as they wrote them. */
export function flagState({ flag, rules, rollouts }: ContentsDraft): FlagState {
  const { key, name, description, type, enabled, metadata, variants, defaultVariantKey } = flag;
  return {
    key,
    name,
    description,
    type: type === 'BOOLEAN_FLAG_TYPE' ? 'boolean' : 'variant',
    isEnabled: enabled,
    // No draft turns a flag off or on.
    off: undefined,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    variants,
    defaultVariantKey,
    rules: rules.map((rule) => ruleState(rule)),
    rollouts: rollouts.map(rolloutState),
  };
}

/** A stored flag in the words of the server. */
export function contentsState(contents: FlagContents): FlagState {
  return flagState(draftOf(contents));
}

/** @param keyOf Finds the key of a variant by its id; left out where shares name variants by key. */
export function ruleState(
  { distributions, ...choice }: RuleDraft,
  keyOf = (id: string): string => id,
): RuleState {
  return {
    ...selectionOf(choice),
    distributions: distributions.map(({ variantId, rollout }) => ({
      variantKey: keyOf(variantId),
      rolloutPercent: rollout,
    })),
  };
}

export function rolloutState(rollout: RolloutDraft): RolloutState {
  return { description: rollout.description, step: stepOf(rollout) };
}

export function stepOf(rollout: AudienceRollout): RolloutStep {
  if (rollout.type === 'THRESHOLD_ROLLOUT_TYPE') {
    const { percentage, value } = rollout.threshold;
    return { type: 'threshold', percent: percentage, value };
  }
  return { type: 'segment', ...selectionOf(rollout.segment), value: rollout.segment.value };
}

export function selectionOf({ segmentKeys, segmentOperator }: SegmentChoice): SegmentSelection {
  return selectSegments(segmentKeys, segmentOperator === 'AND_SEGMENT_OPERATOR' ? 'and' : 'or');
}
