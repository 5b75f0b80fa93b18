import { create } from '@bufbuild/protobuf';
import { nextPageToken } from '@pennon/api';
import { EnumWords, flipt, timestampOf } from '@pennon/proto';
import { type Page, type Rollout, type RolloutStep, type RolloutType } from '@pennon/domain';
import { presentSelection } from '../segments/segment-selection';

/** Rollout types on the wire. */
const rolloutTypeWords = new EnumWords<RolloutType, flipt.RolloutType>({
  segment: flipt.RolloutType.SEGMENT_ROLLOUT_TYPE,
  threshold: flipt.RolloutType.THRESHOLD_ROLLOUT_TYPE,
});

/** The wire's name of a rollout type, as error messages show it. */
export function rolloutTypeName(type: RolloutType): string {
  return flipt.RolloutType[rolloutTypeWords.toWire(type)];
}

/** A rollout on the wire. */
export function presentRollout(rollout: Rollout): flipt.Rollout {
  const { id, namespaceKey, flagKey, rank, description, step, createdAt, updatedAt } = rollout;
  return create(flipt.RolloutSchema, {
    id,
    namespaceKey,
    flagKey,
    type: rolloutTypeWords.toWire(step.type),
    rank,
    description,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    rule: presentStep(step),
  });
}

/** A page of rollouts on the wire; the list lies under `rules`. */
export function presentRollouts({ items, totalCount, next }: Page<Rollout>): flipt.RolloutList {
  return create(flipt.RolloutListSchema, {
    rules: items.map(presentRollout),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

function presentStep(step: RolloutStep): flipt.Rollout['rule'] {
  if (step.type === 'threshold') {
    const value = create(flipt.RolloutThresholdSchema, { percentage: step.percent, value: step.value });
    return { case: 'threshold', value };
  }
  const value = create(flipt.RolloutSegmentSchema, { value: step.value, ...presentSelection(step) });
  return { case: 'segment', value };
}
