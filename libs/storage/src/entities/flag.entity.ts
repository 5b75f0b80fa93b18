import { EntitySchema } from 'typeorm';
import type {
  Distribution,
  Flag,
  Rollout,
  RolloutType,
  Rule,
  SegmentOperator,
  Variant,
} from '@pennon/domain';
import {
  type Column,
  flag,
  id,
  integer,
  key,
  optionalId,
  optionalPercent,
  optionalText,
  optionalWord,
  percent,
  text,
  timestamps,
  word,
} from './columns';

/** A flag as a row: what is missing is null, which an update writes, where it would pass over undefined. */
export interface FlagRow extends Omit<Flag, 'off' | 'defaultVariantId' | 'metadata'> {
  /** JSON text of how the flag is off; undefined where the database does not have the column yet. */
  readonly off?: string | null;
  readonly defaultVariantId: string | null;
  /** JSON text of an object. */
  readonly metadata: string | null;
}

export const FlagEntity = new EntitySchema<FlagRow>({
  name: 'Flag',
  tableName: 'flags',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    key: { ...key('key'), primary: true },
    name: text('name'),
    description: text('description'),
    type: word('type'),
    isEnabled: flag('enabled'),
    off: optionalText('turned_off'),
    defaultVariantId: optionalId('default_variant_id'),
    metadata: optionalText('metadata'),
    ...timestamps,
  } satisfies Record<keyof FlagRow, Column>,
});

export const VariantEntity = new EntitySchema<Variant>({
  name: 'Variant',
  tableName: 'variants',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    key: key('key'),
    name: text('name'),
    description: text('description'),
    attachment: text('attachment'),
    ...timestamps,
  },
});

/** A rule without its segments, which lie in a table of their own. */
export type RuleRow = Omit<Rule, 'segmentKeys'>;

export const RuleEntity = new EntitySchema<RuleRow>({
  name: 'Rule',
  tableName: 'rules',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    rank: integer('rank'),
    segmentOperator: word('segment_operator'),
    ...timestamps,
  },
});

/** One segment of a rule or rollout. */
export interface SegmentLink {
  /** Id of the rule or rollout. */
  readonly ownerId: string;
  readonly namespaceKey: string;
  readonly segmentKey: string;
  /** Place in the list of segments, 0-based. */
  readonly position: number;
}

export const RuleSegmentEntity = new EntitySchema<SegmentLink>({
  name: 'RuleSegment',
  tableName: 'rule_segments',
  columns: {
    ownerId: { ...id('rule_id'), primary: true },
    segmentKey: { ...key('segment_key'), primary: true },
    namespaceKey: key('namespace_key'),
    position: integer('position'),
  },
});

/** A distribution with its namespace, by which snapshots read it. */
export interface DistributionRow extends Distribution {
  readonly namespaceKey: string;
}

export const DistributionEntity = new EntitySchema<DistributionRow>({
  name: 'Distribution',
  tableName: 'distributions',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    ruleId: id('rule_id'),
    variantId: id('variant_id'),
    rolloutPercent: percent('rollout'),
    ...timestamps,
  },
});

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
