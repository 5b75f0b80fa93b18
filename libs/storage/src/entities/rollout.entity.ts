import { EntitySchema } from 'typeorm';
import { type Rollout, type RolloutType, type SegmentOperator } from '@pennon/domain';
import { flag, id, integer, key, optionalPercent, optionalWord, text, timestamps, word } from './columns';
import { type SegmentLink } from './rule.entity';

/** A rollout with its step laid flat: `percent` for thresholds, `segmentOperator` for segments. */
export interface RolloutRow extends Omit<Rollout, 'step'> {
  readonly type: RolloutType;
  readonly value: boolean;
  readonly percent: number | null;
  readonly segmentOperator: SegmentOperator | null;
}

export const RolloutEntity = new EntitySchema<RolloutRow>({
  name: 'Rollout',
  tableName: 'rollouts',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    rank: integer('rank'),
    description: text('description'),
    type: word('type'),
    value: flag('value'),
    percent: optionalPercent('percentage'),
    segmentOperator: optionalWord('segment_operator'),
    ...timestamps,
  },
});

export const RolloutSegmentEntity = new EntitySchema<SegmentLink>({
  name: 'RolloutSegment',
  tableName: 'rollout_segments',
  columns: {
    ownerId: { ...id('rollout_id'), primary: true },
    segmentKey: { ...key('segment_key'), primary: true },
    namespaceKey: key('namespace_key'),
    position: integer('position'),
  },
});
